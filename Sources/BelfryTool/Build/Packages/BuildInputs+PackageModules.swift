// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

extension BuildInputs {
    /// The modules of the packages, as far as they are known before a package is fetched: products by
    /// their names, and targets of packages in folders.
    ///
    /// They may be called like a framework of Apple's, which then is not what an import means.
    var packageModules: Set<String> {
        let parts = [self] + libraries.map(\.inputs)
        var modules = Set(parts.flatMap(\.packages))
        for part in parts { modules.formUnion(part.packageSet.declaredModules) }
        return modules
    }
}

extension PackageSet {
    /// The names of what is taken, of the fetched packages themselves, and of the targets in folders.
    fileprivate var declaredModules: Set<String> {
        var modules = Set(products.map(\.name))
        for package in packages where package.isFetched {
            // A package is mostly called as its module, but for the case of letters.
            modules.formUnion(
                AppleFrameworks.names.filter { $0.lowercased() == package.identity }
            )
        }
        for folder in folders { modules.formUnion(Self.modules(ofPackage: folder)) }
        return modules
    }

    /// The targets that a manifest names in plain words, and those that the folders of sources show.
    private static func modules(ofPackage folder: String) -> Set<String> {
        let manifest = FileContents.text(of: "\(folder)/Package.swift") ?? ""
        let declaration = /\.(?:binaryTarget|library|systemLibrary|target)\s*\(\s*name:\s*"([^"]+)"/
        let named = manifest.matches(of: declaration).map { String($0.1) }
        let shown = ["Sources", "Source", "src", "srcs"].flatMap { name in
            (FolderListing.names(in: "\(folder)/\(name)") ?? []).filter {
                FolderListing.isDirectory("\(folder)/\(name)/\($0)")
            }
        }
        return Set(named + shown)
    }
}
