// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import EndToEndSupport
internal import Foundation
internal import Subprocess
internal import SystemPackage

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

    /// Runs it, has it meanwhile, and waits for its end; what it says goes nowhere.
    ///
    /// - Parameters:
    ///   - arguments: Its arguments.
    ///   - environment: Variables besides this process's.
    ///   - body: What is done with the process, by its id.
    /// - Returns: How it ended.
    /// - Throws: What the body throws, and `SubprocessError` when it cannot be started.
    func running(
        _ arguments: [String],
        environment: [String: String] = [:],
        _ body: (pid_t) async throws -> Void
    ) async throws -> TerminationStatus {
        try await Subprocess.run(
            configuration([], arguments, environment),
            input: .none,
            output: .discarded,
            error: .discarded
        ) { try await body($0.processIdentifier.value) }.terminationStatus
    }

    /// Runs it in a terminal of its own, has it meanwhile, and waits for its end.
    func running(
        _ arguments: [String],
        in terminal: PseudoTerminal,
        environment: [String: String] = [:],
        _ body: (pid_t) async throws -> Void
    ) async throws -> TerminationStatus {
        let program = FileDescriptor(rawValue: terminal.program)
        // setsid(1) becomes what it starts, and keeps the id, as it leads no process group.
        return try await Subprocess.run(
            configuration(["setsid", "--ctty"], arguments, environment),
            input: .fileDescriptor(program, closeAfterSpawningProcess: false),
            output: .fileDescriptor(program, closeAfterSpawningProcess: false),
            error: .fileDescriptor(program, closeAfterSpawningProcess: false)
        ) { try await body($0.processIdentifier.value) }.terminationStatus
    }

    private func configuration(
        _ prefix: [String],
        _ arguments: [String],
        _ environment: [String: String]
    ) -> Configuration {
        let program = Repository.products.appendingPathComponent("belfry").path
        let variables = Self.variables.merging(environment) { $1 }.map { "\($0)=\($1)" }
        return Configuration(
            executable: .name("env"),
            arguments: Arguments(variables + prefix + [program] + arguments),
            workingDirectory: FilePath(folder.path)
        )
    }

    /// Without colours, and with stamps and compilers' caches where tests leave nothing at home.
    private static let variables = [
        "NO_COLOR": "1",
        "XDG_CACHE_HOME": Repository.products.appendingPathComponent("tool-cache").path,
    ]
}
