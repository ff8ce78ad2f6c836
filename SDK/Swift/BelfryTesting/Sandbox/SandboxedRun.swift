// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
public import Foundation

/// One run of a bundle by the real tool: in its sandbox, under its budgets.
///
/// The tool is the file that the environment's `BELFRY` names, else `belfry` in `PATH`. It runs
/// `belfry run --json`, and what it reports is the ``Report``.
public struct SandboxedRun: Sendable {
    /// The extension's bundle, such as `MyService.appex`.
    public var bundle: URL

    /// Budgets as `belfry run --budget` takes them, such as `ios` or `wall=5s,memory=12MB`.
    public var budget: String?

    /// Origins to allow besides the manifest's.
    public var allowedOrigins: [String]

    /// The tool; nil to look for it.
    public var tool: URL?

    /// Describes a run.
    ///
    /// - Parameters:
    ///   - bundle: The extension's bundle.
    ///   - budget: Budgets; the manifest's where nil.
    ///   - allowedOrigins: Origins to allow besides the manifest's.
    ///   - tool: The tool; looked for where nil.
    public init(
        _ bundle: URL,
        budget: String? = nil,
        allowedOrigins: [String] = [],
        tool: URL? = nil
    ) {
        self.bundle = bundle
        self.budget = budget
        self.allowedOrigins = allowedOrigins
        self.tool = tool
    }

    /// Where the tool is that runs would be made with; nil where there is none.
    ///
    /// Tests that need it may be left out without: `@Test(.enabled(if: SandboxedRun.tool != nil))`.
    public static var tool: URL? {
        let environment = ProcessInfo.processInfo.environment
        if let named = environment["BELFRY"], !named.isEmpty { return URL(fileURLWithPath: named) }
        let folders = (environment["PATH"] ?? "").split(separator: ":")
        return folders.map { URL(fileURLWithPath: "\($0)/belfry") }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }

    /// Gives the extension a push and waits for the report.
    ///
    /// - Parameter payload: The push.
    /// - Returns: What the tool reports.
    /// - Throws: ``Failure`` where the tool cannot be found or does not come to a report.
    public func deliver(_ payload: NotificationPayload) async throws -> Report {
        guard let tool = tool ?? Self.tool else {
            throw Failure("there is no belfry in PATH; install it, or name it in BELFRY")
        }
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("belfry-run-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let push = folder.appendingPathComponent("payload.apns")
        try Data(payload.push.bytes).write(to: push)
        let result = try await Self.run(tool, arguments(push.path), in: folder)
        // 0 to 3 are verdicts; beyond, the tool could not do it and says why.
        guard (0...3).contains(result.status) else {
            throw Failure("\(tool.path) ended with status \(result.status): \(result.errors)")
        }
        do {
            return try JSONDecoder().decode(Report.self, from: result.output)
        } catch {
            throw Failure("the report of \(tool.path) is not of schema 1: \(error)")
        }
    }

    private func arguments(_ payload: String) -> [String] {
        ["run", "--json", bundle.path, payload]
            + (budget.map { ["--budget", $0] } ?? [])
            + allowedOrigins.flatMap { ["--allow-network", $0] }
    }

    /// Runs a program to its end, with its output in files, which unlike pipes are never full.
    ///
    /// By Foundation's `Process`: the SDK's package may depend on no other, swift-subprocess among
    /// them.
    private static func run(
        _ tool: URL,
        _ arguments: [String],
        in folder: URL
    ) async throws -> (status: Int32, output: Data, errors: String) {
        let output = folder.appendingPathComponent("output")
        let errors = folder.appendingPathComponent("errors")
        for file in [output, errors] { try Data().write(to: file) }
        let process = Process()
        process.executableURL = tool
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: errors)
        let hasEnded = Signal()
        process.terminationHandler = { _ in hasEnded.fire() }
        do {
            try process.run()
        } catch {
            throw Failure("\(tool.path) could not be started: \(error.localizedDescription)")
        }
        await hasEnded.wait()
        let message = String(decoding: try Data(contentsOf: errors), as: UTF8.self)
        return (process.terminationStatus, try Data(contentsOf: output), message)
    }
}

extension SandboxedRun {
    /// The tool is missing, or came to no report.
    public struct Failure: Error, Equatable, CustomStringConvertible {
        /// What happened, and what to do.
        public let description: String

        init(_ description: String) {
            self.description = description
        }
    }
}
