// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

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
        let process = process(arguments, environment)
        let output = try Self.capture()
        let errors = try Self.capture()
        process.standardOutput = output.handle
        process.standardError = errors.handle
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        process.terminationHandler = { _ in end.finish() }
        try process.run()
        for await _ in ends {}
        return Outcome(
            status: process.terminationStatus,
            output: try Self.text(output),
            errors: try Self.text(errors)
        )
    }

    /// A run of it that is yet to be started.
    func process(_ arguments: [String], _ environment: [String: String] = [:]) -> Process {
        let process = Process()
        process.executableURL = Repository.products.appendingPathComponent("belfry")
        process.arguments = arguments
        process.currentDirectoryURL = folder
        process.standardInput = FileHandle.nullDevice
        process.environment = ProcessInfo.processInfo.environment
            .merging(["NO_COLOR": "1", "XDG_CACHE_HOME": Self.cache]) { $1 }
            .merging(environment) { $1 }
        return process
    }

    /// Where stamps and compilers' caches go, so that tests leave nothing at home.
    private static let cache = Repository.products.appendingPathComponent("tool-cache").path

    /// A file, which unlike a pipe is never full; by the name that the hostile suite knows to be that of
    /// a program's output, for Foundation lets go of it in its own time.
    private static func capture() throws -> (url: URL, handle: FileHandle) {
        let url = FileManager.default.temporaryDirectory
            .appendingPathComponent("belfry-command-\(UUID().uuidString)")
        try Data().write(to: url)
        return (url, try FileHandle(forWritingTo: url))
    }

    private static func text(_ file: (url: URL, handle: FileHandle)) throws -> String {
        try file.handle.close()
        defer { try? FileManager.default.removeItem(at: file.url) }
        return String(decoding: try Data(contentsOf: file.url), as: UTF8.self)
    }
}
