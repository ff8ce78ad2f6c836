// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Foundation
import PackagePlugin

/// `swift package bundle-extension`: makes a bundle of a package's dynamic library product.
@main struct BundleExtension: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) async throws {
        let options = try Options(arguments)
        if options.isHelp { return print(Options.help) }
        let product = try ExtensionProduct(named: options.product, in: context.package)
        let sdk = try SDKPackage(of: context.package)

        var parameters = PackageManager.BuildParameters(
            configuration: options.isDebug ? .debug : .release
        )
        parameters.logging = .concise
        let result = try packageManager.build(.product(product.name), parameters: parameters)
        guard result.succeeded else {
            throw BundleFailure("\(product.name) does not compile:\n\(result.logText)")
        }

        let built = try BuiltLibrary(product, in: result)
        let output = options.output ?? built.folder.appending(path: "\(product.name).appex")
        try Self.checkReplaceable(output)
        let staging = context.pluginWorkDirectoryURL.appending(path: "\(product.name).appex")
        try? FileManager.default.removeItem(at: staging)
        try FileManager.default.createDirectory(at: staging, withIntermediateDirectories: true)

        let manifest = try BundleManifest(product, options)
        let compiler = try context.tool(named: "swiftc").url
        try built.link(
            to: staging.appending(path: manifest.executable),
            compiler: compiler,
            sdk: sdk
        )
        try manifest.bytes.write(to: staging.appending(path: "Info.plist"))
        try Contents(product, options, built: built, sdk: sdk).copy(to: staging)
        try? FileManager.default.removeItem(at: output)
        try FileManager.default.moveItem(at: staging, to: output)
        print("made \(output.path)")
        print("try it: belfry run \(output.path) PAYLOAD")
    }

    /// Refuses to replace anything but an earlier bundle.
    private static func checkReplaceable(_ output: URL) throws {
        let manager = FileManager.default
        guard output.pathExtension == "appex" else {
            throw BundleFailure("--output \(output.path): a bundle's name ends in .appex")
        }
        let isBundle = manager.fileExists(atPath: output.appending(path: "Info.plist").path)
        guard !manager.fileExists(atPath: output.path) || isBundle else {
            throw BundleFailure(
                "\(output.path) is there and has no Info.plist, so it is not replaced; remove it, "
                    + "or name another bundle with --output"
            )
        }
    }
}

/// What kept the plugin from making a bundle, with the way out.
struct BundleFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
