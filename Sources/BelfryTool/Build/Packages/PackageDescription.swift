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

    /// Asks the package manager, which runs the package's manifest.
    ///
    /// - Parameters:
    ///   - package: The package, for people.
    ///   - folder: Where its manifest is.
    ///   - manager: The package manager's path.
    ///   - run: Runs a step and returns how it ended.
    /// - Returns: What the package manager says.
    /// - Throws: ``ToolFailure`` when it says nothing, or nothing that can be read.
    static func of(
        _ package: PackageReference,
        in folder: String,
        manager: String,
        run: (CompilerStep) async throws(ToolFailure) -> CompilerOutcome
    ) async throws(ToolFailure) -> PackageDescription {
        let step = CompilerStep(
            program: manager,
            arguments: ["package", "--package-path", folder, "dump-package"],
            purpose: "read the manifest of \(package.shown)",
            isShown: false,
            standstill: PackageBuild.standstill
        )
        let outcome = try await run(step)
        if let failure = outcome.failure { throw failure }
        let data = Data(outcome.output.utf8)
        guard let description = try? JSONDecoder().decode(PackageDescription.self, from: data)
        else {
            throw ToolFailure(
                "\(package.shown): `swift package dump-package` says what cannot be read; name the "
                    + "product with --product",
                .badData
            )
        }
        return description
    }

    /// Its libraries.
    var libraries: [Product] { products.filter(\.isLibrary) }

    /// The libraries with a module among these.
    func libraries(with modules: Set<String>) -> [Product] {
        libraries.filter { !modules.isDisjoint(with: $0.targets) }
    }
}
