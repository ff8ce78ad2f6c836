// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
internal import BelfryRuntime

/// One host, and the runs of one check on it.
struct Session: Sendable {
    let host: ExtensionHost
    let subject: Subject

    /// Runs the extension on a payload.
    ///
    /// - Parameters:
    ///   - sample: The payload.
    ///   - isFresh: Whether the process serves this run alone, and is stopped after it.
    ///   - trial: What else the run is put to.
    /// - Returns: The report, once everything about the run is known.
    /// - Throws: What keeps the host from running it at all.
    func run(
        _ sample: SamplePayload,
        isFresh: Bool = false,
        trial: RunTrial = RunTrial()
    ) async throws -> RunReport {
        var options = ExtensionHost.RunOptions()
        options.budget = subject.budget
        options.isFresh = isFresh || subject.isAlwaysFresh
        options.trial = trial
        let request = RunRequest.push(sample.payload, identifier: "validate")
        return try await host.run(request, in: subject.bundle, options: options)
    }
}
