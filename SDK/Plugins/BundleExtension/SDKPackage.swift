// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Foundation
import PackagePlugin

/// The SDK's package, as the extension's depends on it.
struct SDKPackage {
    let folder: URL

    /// The libraries that the host has in every extension's process.
    let libraries: Set<String>

    /// The version script that leaves an extension one symbol at most.
    var versionScript: URL { folder.appending(path: "extension.map") }

    /// Finds it among the packages that a package depends on.
    init(of package: Package) throws {
        let packages = package.dependencies.map(\.package)
        guard
            let belfry = packages.first(where: { package in
                package.products.contains { $0.name == Self.library }
            })
        else {
            throw BundleFailure(
                "\(package.displayName) does not depend on Belfry's SDK itself; add its .package(…) to the "
                    + "dependencies in Package.swift"
            )
        }
        folder = belfry.directoryURL
        libraries = Set(
            belfry.products.compactMap { $0 as? LibraryProduct }.filter { $0.kind == .dynamic }
                .map(\.name)
        )
    }

    /// The product that every Swift extension is linked with.
    static let library = "UserNotifications"
}
