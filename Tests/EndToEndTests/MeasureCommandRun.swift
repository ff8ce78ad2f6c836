// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryMeasure
internal import BelfryRuntime
internal import EndToEndSupport
internal import Foundation
internal import Testing

/// `belfry measure`, the built tool, with its data in a test's folder.
struct MeasureCommandRun {
    let folder: URL

    /// Puts the one payload that these tests are about into a file.
    ///
    /// - Throws: What keeps it from being written.
    func writePayload(to file: URL) throws {
        try Data(#"{"aps":{"alert":"hello","mutable-content":1}}"#.utf8).write(to: file)
    }

    /// Runs the tool on a bundle.
    ///
    /// - Parameters:
    ///   - bundle: The bundle.
    ///   - payload: A payload's file, or a folder of them.
    ///   - options: Further arguments.
    /// - Returns: How it ended, and what it printed.
    /// - Throws: What keeps it from being started.
    func run(
        _ bundle: ExtensionBundle,
        on payload: URL,
        _ options: [String]
    ) async throws -> Command.Result {
        let tool = Workshop.products.appendingPathComponent("belfry").path
        let environment = ["XDG_DATA_HOME=\(folder.path)", "XDG_STATE_HOME=\(folder.path)"]
        let command = [tool, "measure", bundle.path, payload.path]
        return try await Command.run("/usr/bin/env", environment + command + options)
    }

    /// The report that it printed, as JSON.
    ///
    /// - Throws: An expectation where it failed, what the decoder says of anything else.
    static func report(of result: Command.Result) throws -> MeasurementReport {
        try #require(result.status == 0, "\(result.errors)")
        return try JSONDecoder().decode(MeasurementReport.self, from: Data(result.output.utf8))
    }
}
