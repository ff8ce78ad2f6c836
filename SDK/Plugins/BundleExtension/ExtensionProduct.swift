// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Foundation
import PackagePlugin

/// The library product that is an extension, and the target that it is made of.
struct ExtensionProduct {
    let name: String
    let target: any SourceModuleTarget

    /// Finds the product.
    ///
    /// - Parameters:
    ///   - name: What was asked for; nil for the only one there is.
    ///   - package: The package that is to be bundled.
    /// - Throws: ``BundleFailure`` when there is none, or more than one.
    init(named name: String?, in package: Package) throws {
        let libraries = package.products.compactMap { $0 as? LibraryProduct }
        let dynamic = libraries.filter { $0.kind == .dynamic }
        let names = dynamic.map(\.name).joined(separator: ", ")
        let product: LibraryProduct
        if let name {
            guard let found = libraries.first(where: { $0.name == name }) else {
                throw BundleFailure(
                    "\(package.displayName) has no library product \(name); it has "
                        + (names.isEmpty ? "no dynamic one" : names)
                )
            }
            product = found
        } else {
            guard dynamic.count == 1 else {
                let what = dynamic.isEmpty ? "no dynamic library product" : "several: \(names)"
                throw BundleFailure(
                    "\(package.displayName) has \(what); name one with --product, which is "
                        + ".library(name: …, type: .dynamic, targets: […]) in Package.swift"
                )
            }
            product = dynamic[0]
        }
        guard product.kind == .dynamic else {
            throw BundleFailure(
                "\(product.name) is no dynamic library; write .library(name: \"\(product.name)\", "
                    + "type: .dynamic, targets: […]) in Package.swift"
            )
        }
        guard let target = product.sourceModules.first else {
            throw BundleFailure("\(product.name) has no target with sources")
        }
        self.name = product.name
        self.target = target
    }

    /// A file of the target's folder; nil where it is not there.
    func file(_ name: String) -> URL? {
        let url = target.directoryURL.appending(path: name)
        return FileManager.default.fileExists(atPath: url.path) ? url : nil
    }

    /// The files of the target's folder whose names end so.
    func files(withExtension fileExtension: String) -> [URL] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: target.directoryURL.path)
        return (names ?? []).sorted().map { target.directoryURL.appending(path: $0) }
            .filter { $0.pathExtension == fileExtension }
    }

    /// Libraries that the target and what it depends on are linked with by their settings.
    var linkedLibraries: [String] {
        let targets = [target as any Target] + target.recursiveTargetDependencies
        let libraries = targets.compactMap { $0 as? any SourceModuleTarget }
            .flatMap(\.linkedLibraries)
        return Array(Set(libraries)).sorted()
    }

    /// The class that inherits from the service extension's by name; Xcode's template first.
    func principalClass() -> String? {
        let sources = target.sourceFiles.filter { $0.type == .source }.map(\.url)
        let classes = sources.flatMap { url in
            let text = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
            return text.split(separator: "\n").compactMap { line in
                line.firstMatch(
                    of: /^[^\/"]*\bclass\s+(\w+)\s*:\s*UNNotificationServiceExtension\b/
                )
                .map { String($0.1) }
            }
        }
        return classes.contains("NotificationService") ? "NotificationService" : classes.first
    }
}
