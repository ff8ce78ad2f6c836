// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryRuntime
internal import BelfryValidation
internal import EndToEndSupport
internal import Foundation
internal import Testing

extension Workshop {
    /// Compiles a fixture with one fault, of `Fixtures/Validation/` or of `Fixtures/`, and bundles it.
    ///
    /// - Parameters:
    ///   - name: The fixture.
    ///   - options: Members of the manifest's `BFExtension`.
    ///   - isClosed: Whether to hide its symbols, as every extension should.
    ///   - flags: Further arguments for the compiler.
    /// - Returns: The bundle's path.
    /// - Throws: What keeps it from being made.
    func faulty(
        _ name: String,
        _ options: [String: Any] = [:],
        isClosed: Bool = true,
        flags: [String] = []
    ) async throws -> String {
        let path = folder.appendingPathComponent("\(name).appex")
        try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
        let fixtures = Self.root.appendingPathComponent("Tests/EndToEndTests/Fixtures").path
        let own = "\(fixtures)/Validation/\(name).c"
        let source = FileManager.default.fileExists(atPath: own) ? own : "\(fixtures)/\(name).c"
        let shared = Self.root.appendingPathComponent("Tests/EndToEndSupport/Fixtures").path
        let map = Self.root.appendingPathComponent("SDK/extension.map").path
        let result = try await Command.run(
            "/usr/bin/env",
            [
                "cc", "-std=gnu17", "-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC",
                "-fvisibility=hidden", "-pthread", "-I", fixtures, "-I", shared,
                "-I", Self.root.appendingPathComponent("SDK/C/include").path,
                "-o", path.appendingPathComponent(name).path, source,
            ] + (isClosed ? ["-Wl,--version-script=\(map)"] : []) + flags
        )
        try #require(result.status == 0, "\(result.errors)")
        try Self.manifest(name, options).write(to: path.appendingPathComponent("Info.plist"))
        return path.path
    }

    /// Validates a bundle.
    ///
    /// - Parameters:
    ///   - path: The bundle.
    ///   - budget: What a run may use, such as `wall=2s`.
    ///   - payloads: Payloads besides the built-in ones.
    /// - Returns: The report.
    /// - Throws: What keeps it from being validated.
    func validate(
        _ path: String,
        budget: String? = nil,
        payloads: [SamplePayload] = []
    ) async throws -> ValidationReport {
        var options = Validator.Options(seed: 1)
        options.runs = 40
        options.payloads = payloads
        if let budget {
            var combined = Budget()
            try combined.apply(budget)
            options.budget = combined
        }
        let validator = Validator(
            path: path,
            sdk: try SDKLocation(executableDirectory: Self.products.path),
            options: options
        )
        return try await validator.validate()
    }
}
