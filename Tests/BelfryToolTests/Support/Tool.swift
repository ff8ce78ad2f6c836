// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import EndToEndSupport
internal import Foundation

/// The built `belfry`, run as a user runs it.
struct Tool {
    /// What a run of it came to.
    struct Outcome {
        let status: Int32
        let output: String
        let errors: String
    }

    /// Where it runs, and where its bundles go.
    let folder: URL

    /// Runs it to its end, with variables besides this process's.
    @discardableResult
    func callAsFunction(
        _ arguments: String...,
        environment: [String: String] = [:]
    ) async throws -> Outcome {
        try await run(arguments, environment: environment)
    }

    /// Runs it to its end, with variables besides this process's.
    func run(
        _ arguments: [String],
        environment: [String: String] = [:]
    ) async throws -> Outcome {
        let variables = Self.variables.merging(environment) { $1 }.map { "\($0)=\($1)" }
        let program = Repository.products.appendingPathComponent("belfry").path
        let result = try await Command.run(
            "/usr/bin/env",
            ["-C", folder.path] + variables + [program] + arguments
        )
        return Outcome(status: result.status, output: result.output, errors: result.errors)
    }

    /// A run of it that is yet to be started.
    func process(_ arguments: [String], _ environment: [String: String] = [:]) -> Process {
        let process = Process()
        process.executableURL = Repository.products.appendingPathComponent("belfry")
        process.arguments = arguments
        process.currentDirectoryURL = folder
        process.standardInput = FileHandle.nullDevice
        process.environment = ProcessInfo.processInfo.environment
            .merging(Self.variables) { $1 }
            .merging(environment) { $1 }
        return process
    }

    /// Without colours, and with stamps and compilers' caches where tests leave nothing at home.
    private static let variables = [
        "NO_COLOR": "1",
        "XDG_CACHE_HOME": Repository.products.appendingPathComponent("tool-cache").path,
    ]
}
