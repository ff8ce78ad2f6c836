// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryRuntime
internal import EndToEndSupport
internal import Foundation

/// Crates of `Fixtures/`, each built once by the tool for all tests.
actor RustFixture {
    static let built = RustFixture()

    private var builds: [String: Task<URL, any Error>] = [:]

    /// Builds a crate into a library, or waits for who already does.
    func library(_ name: String) async throws -> URL {
        let build = builds[name] ?? Task { try await Self.build(name) }
        builds[name] = build
        return try await build.value
    }

    private static func build(_ name: String) async throws -> URL {
        // Beside the tests, so that Cargo finds what it made for the last run of these.
        let folder = Workshop.products.appendingPathComponent("rust-fixtures")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let output = folder.appendingPathComponent("\(name).appex")
        let crate = Workshop.root.appendingPathComponent("Tests/EndToEndTests/Fixtures/\(name)")
        let result = try await Command.run(
            Workshop.products.appendingPathComponent("belfry").path,
            ["build", crate.path, "--identifier", "com.example.fixture.\(name)", "-o", output.path]
        )
        guard result.status == 0 else { throw CommandError("belfry build", result) }
        return output.appendingPathComponent(name)
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
    func rust(_ name: String, _ options: [String: Any] = [:]) async throws -> ExtensionBundle {
        try bundle(name, library: try await RustFixture.built.library(name), options)
    }
}
