// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// The packages that an extension is built with, and what it takes of them.
struct PackageSet: Equatable {
    /// A library of a package's.
    struct Product: Hashable {
        let name: String
        /// The package it is of; nil where only its name is known.
        let package: PackageReference?
    }

    var packages: [PackageReference] = []

    /// What is taken; without any, every library whose modules the sources import.
    var products: [Product] = []

    /// The products that a project links and no manifest of the packages in folders names in plain
    /// words, such as one whose name is a constant of the manifest.
    var unplaced: [String] = []

    /// The packages in folders that one of those may be of.
    var shown: [PackageReference] = []

    /// Whether the command line names them: then there is no extension without.
    var isNamed = false

    /// The file in which a project keeps the versions that it was built with.
    var pins: String?

    /// Whether there is nothing to build.
    var isEmpty: Bool { packages.isEmpty }

    /// What the command line names; nil where it names nothing.
    ///
    /// - Parameter options: What the command line says.
    /// - Returns: The packages.
    /// - Throws: ``ToolFailure`` for a package that is not there.
    static func named(_ options: BuildOptions) throws(ToolFailure) -> PackageSet? {
        guard !options.packages.isEmpty else {
            guard let product = options.products.first else { return nil }
            throw ToolFailure(
                "--product \(product): a product of which package? Name it with --package",
                .usage
            )
        }
        var packages: [PackageReference] = []
        for text in options.packages { packages.append(try PackageReference(text)) }
        return PackageSet(
            packages: packages,
            products: options.products.map {
                Product(name: $0, package: packages.count == 1 ? packages.first : nil)
            },
            isNamed: true
        )
    }

    /// Adds everything that the packages are built from and that can change without another version.
    ///
    /// - Parameters:
    ///   - digest: What it is added to.
    ///   - places: Where it may be; what is elsewhere is an error once it is needed.
    func add(to digest: inout InputDigest, within places: BuildPlaces) {
        digest.add("\(self)")
        let read = [pins].compactMap(\.self) + Self.folders(of: packages + shown)
        for path in read where places.allow(path) { digest.add(file: path) }
    }

    /// Refuses packages that are elsewhere, of those that are to be built.
    ///
    /// - Parameter places: Where they may be.
    /// - Throws: ``ToolFailure`` that says where it is and how to allow it.
    func check(within places: BuildPlaces) throws(ToolFailure) {
        let repositories = isNamed ? [] : packages.compactMap(\.repository)
        for path in folders + repositories + [pins].compactMap(\.self) { try places.check(path) }
    }

    /// The folders of packages, and of those that they depend on by path.
    var folders: [String] { Self.folders(of: packages) }

    private static func folders(of packages: [PackageReference]) -> [String] {
        var found = packages.compactMap {
            if case .folder(let path) = $0.place { path } else { nil }
        }
        var index = 0
        while index < found.count {
            let folder = found[index]
            let manifest = FileContents.text(of: "\(folder)/Package.swift")
            // A name may stand before the path: so much of it is looked at, from each package on.
            for match in (manifest ?? "").matches(of: /\.package\([^)]{0,400}path:\s*"([^"]+)"/) {
                let path = SourcePath.resolve(String(match.1), in: folder)
                if !found.contains(path) { found.append(path) }
            }
            index += 1
        }
        return found
    }
}
