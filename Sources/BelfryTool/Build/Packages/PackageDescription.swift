// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// What `swift package dump-package` says of a package.
struct PackageDescription: Decodable {
    struct Product: Decodable {
        let name: String
        let targets: [String]
        private let type: [String: AnyValue]

        /// Whether it is a library, and no program or plugin.
        var isLibrary: Bool { type["library"] != nil }
    }

    /// A value that nothing is asked of.
    struct AnyValue: Decodable {
        init(from decoder: any Decoder) {}
    }

    let products: [Product]

    /// Its libraries.
    var libraries: [Product] { products.filter(\.isLibrary) }

    /// The libraries with a module among these.
    func libraries(with modules: Set<String>) -> [Product] {
        libraries.filter { !modules.isDisjoint(with: $0.targets) }
    }
}
