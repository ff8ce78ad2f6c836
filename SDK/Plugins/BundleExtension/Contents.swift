// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Foundation
import PackagePlugin

/// What goes into a bundle besides its library and its `Info.plist`.
struct Contents {
    private let entitlements: URL?
    private let folder: URL?
    private let resourceBundles: [URL]
    private let libraries: [URL]

    /// Looks for it.
    ///
    /// Resources that targets declare are in folders of the package manager's, `Package_Target`
    /// and `.resources`, and stay in them: `Bundle.module` looks there.
    init(
        _ product: ExtensionProduct,
        _ options: Options,
        built: BuiltLibrary,
        sdk: SDKPackage
    ) throws {
        let found = product.files(withExtension: "entitlements")
        guard options.entitlements != nil || found.count < 2 else {
            throw BundleFailure(
                "\(product.target.name) has several .entitlements files; name one with "
                    + "--entitlements"
            )
        }
        entitlements = options.entitlements ?? found.first
        folder = options.resources
        libraries = try built.siblings().filter { !sdk.libraries.contains($0) }
            .map { built.folder.appending(path: "lib\($0).so") }
        let targets = [product.target as any Target] + product.target.recursiveTargetDependencies
        let endings = targets.map { "_\($0.name).resources" }
        resourceBundles =
            try FileManager.default.contentsOfDirectory(atPath: built.folder.path).sorted()
            .filter { name in endings.contains { name.hasSuffix($0) } }
            .map { built.folder.appending(path: $0) }
    }

    /// Copies it.
    func copy(to bundle: URL) throws {
        if let entitlements {
            let members = try PropertyListFile.read(entitlements)
            let file = bundle.appending(path: "Entitlements.plist")
            try PropertyListFile.bytes(of: members).write(to: file)
        }
        let manager = FileManager.default
        let names = try folder.map { try manager.contentsOfDirectory(atPath: $0.path) } ?? []
        let own = names.compactMap { folder?.appending(path: $0) }
        for url in own + resourceBundles + libraries {
            let place = bundle.appending(path: url.lastPathComponent)
            guard !manager.fileExists(atPath: place.path) else {
                throw BundleFailure(
                    "\(url.path) would take the place of the bundle's own "
                        + "\(url.lastPathComponent); rename it"
                )
            }
            try manager.copyItem(at: url, to: place)
        }
    }
}
