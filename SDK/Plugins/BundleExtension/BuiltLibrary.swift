// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Foundation
import PackagePlugin

/// What the package manager made of an extension.
///
/// It links a library that exports every public symbol, with the toolchain's folder in its run path,
/// and packages that others depend on may not change that. So the library is linked once more from
/// the same objects, as `belfry build` links.
struct BuiltLibrary {
    /// Where the package manager puts what it builds.
    let folder: URL

    private let product: ExtensionProduct
    private let objects: URL

    /// Finds the library and its objects among the results of a build.
    init(_ product: ExtensionProduct, in result: PackageManager.BuildResult) throws {
        let fileName = "lib\(product.name).so"
        let built = result.builtArtifacts.first { $0.url.lastPathComponent == fileName }
        guard let built else {
            throw BundleFailure("the build made no \(fileName); is it a dynamic library product?")
        }
        folder = built.url.deletingLastPathComponent()
        self.product = product
        objects = folder.appending(path: "\(product.name).product/Objects.LinkFileList")
        guard FileManager.default.fileExists(atPath: objects.path) else {
            throw BundleFailure(
                "\(objects.path) is not there, from which the bundle is linked; use the build system "
                    + "that Swift 6.3 uses by default"
            )
        }
    }

    /// The libraries beside it that it needs, by their names in the product's own.
    func siblings() throws -> [String] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        let library = try Data(contentsOf: folder.appending(path: "lib\(product.name).so"))
        return names.sorted().compactMap { name in
            guard name.hasPrefix("lib"), name.hasSuffix(".so") else { return nil }
            let base = String(name.dropFirst(3).dropLast(3))
            // A needed library's name is in the string table, between zero bytes.
            let entry = Data([0]) + Data(name.utf8) + Data([0])
            return base != product.name && library.range(of: entry) != nil ? base : nil
        }
    }

    /// Links the extension.
    ///
    /// - Parameters:
    ///   - library: What to make.
    ///   - compiler: `swiftc`.
    ///   - sdk: Where the version script is.
    /// - Throws: ``BundleFailure`` when the linker is not content.
    func link(to library: URL, compiler: URL, sdk: SDKPackage) throws {
        let flags = [
            "--version-script=\(sdk.versionScript.path)", "--build-id=sha1", "-z", "now", "-z",
            "defs", "-rpath", "$ORIGIN",
        ]
        let names = try siblings() + product.linkedLibraries
        // Foundation's own: a plugin cannot depend on a library such as swift-subprocess.
        let process = Process()
        process.executableURL = compiler
        process.arguments =
            ["-emit-library", "-o", library.path, "@\(objects.path)", "-L", folder.path]
            + names.map { "-l\($0)" }
            + ["-no-toolchain-stdlib-rpath"] + flags.flatMap { ["-Xlinker", $0] }
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw BundleFailure("\(product.name) could not be linked; see above")
        }
    }
}
