// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryRuntime
package import Foundation

/// Crates of `EndToEndTests/Fixtures/`, each built once by the tool for all tests.
package actor RustFixture {
    /// Those of this process.
    package static let built = RustFixture()

    private var builds: [String: Task<URL, any Error>] = [:]

    /// Beside the tests, so that Cargo finds what it made for the last run of these.
    private static let folder = Workshop.products.appendingPathComponent("rust-fixtures")

    /// Builds a crate into a library, or waits for who already does.
    ///
    /// Who may not write beside the tests, as another user than the one that built them, gets what is
    /// there.
    ///
    /// - Parameter name: The crate's folder.
    /// - Returns: The library.
    /// - Throws: ``CommandError`` with what Cargo said.
    package func library(_ name: String) async throws -> URL {
        if Self.isLeftToUse(name) { return Self.library(of: name) }
        let build = builds[name] ?? Task { try await Self.build(name) }
        builds[name] = build
        return try await build.value
    }

    /// Why there is no library of a crate here; nil where it can be built, or has been.
    package static func whyMissing(_ name: String) -> String? {
        isLeftToUse(name) ? nil : Kit.rust.whyMissing
    }

    private static func isLeftToUse(_ name: String) -> Bool {
        let files = FileManager.default
        return files.isReadableFile(atPath: library(of: name).path)
            && !files.isWritableFile(atPath: folder.path)
    }

    private static func library(of name: String) -> URL {
        folder.appendingPathComponent("\(name).appex/\(name)")
    }

    private static func build(_ name: String) async throws -> URL {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let output = folder.appendingPathComponent("\(name).appex")
        let crate = Workshop.root.appendingPathComponent("Tests/EndToEndTests/Fixtures/\(name)")
        let result = try await Command.run(
            Workshop.products.appendingPathComponent("belfry").path,
            ["build", crate.path, "--identifier", "com.example.fixture.\(name)", "-o", output.path]
        )
        guard result.status == 0 else { throw CommandError("belfry build", result) }
        return library(of: name)
    }
}

extension Workshop {
    /// Bundles a crate of `Fixtures/`.
    ///
    /// - Parameters:
    ///   - name: The crate's folder.
    ///   - options: Members of the manifest's `BFExtension`.
    /// - Returns: The bundle.
    /// - Throws: ``CommandError`` with what Cargo said.
    package func rust(
        _ name: String,
        _ options: [String: Any] = [:]
    ) async throws -> ExtensionBundle {
        try bundle(name, library: try await RustFixture.built.library(name), options)
    }
}
