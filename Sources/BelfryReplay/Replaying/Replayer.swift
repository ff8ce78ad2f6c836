// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryEgress
internal import BelfryModel
package import BelfryRuntime

/// Makes a recorded run again, as often as asked, without a network and without the user's files.
package struct Replayer: Sendable {
    private let recording: Recording
    private let bundle: ExtensionBundle
    private var configuration: ExtensionHost.Configuration

    /// For a run that waits for a debugger.
    package var debugger: (@Sendable (DebuggerInvitation) -> Void)?

    /// Makes a replayer.
    ///
    /// - Parameters:
    ///   - recording: The recording.
    ///   - bundle: The extension, the recorded one or another build of it.
    ///   - configuration: What the runs' host is made of; where extensions keep what outlives them is
    ///     the host's own folder whatever it says.
    package init(
        _ recording: Recording,
        bundle: ExtensionBundle,
        configuration: ExtensionHost.Configuration
    ) {
        self.recording = recording
        self.bundle = bundle
        self.configuration = configuration
        self.configuration.statePath = nil
        self.configuration.quarantine = nil
        self.configuration.tracedEnvironment = recording.environment
    }

    /// Makes the runs, one after the other.
    ///
    /// - Parameter count: How many.
    /// - Returns: Whether they were all alike, and where the first that was not differs.
    /// - Throws: What keeps a run from being made, or the payload from being read.
    package func replay(_ count: Int) async throws -> ReplayReport {
        let payload = try PushPayload.parse(
            Array(recording.request.payload.utf8),
            limit: Recording.payloadLimit
        )
        var report = ReplayReport(
            identifier: recording.bundle.identifier,
            version: recording.bundle.version,
            bundle: bundle.path,
            bundleIdentifier: bundle.manifest.identifier,
            bundleVersion: bundle.manifest.version,
            verdict: recording.result.verdict,
            reason: recording.result.reason,
            signal: recording.result.signal,
            exitStatus: recording.result.exitStatus,
            notes: try await notes(),
            recordedDigest: recording.result.digest,
            digests: [],
            divergedRuns: [],
            divergences: []
        )
        let host = try ExtensionHost(configuration)
        do {
            for number in 1...max(1, count) {
                try await replay(payload, on: host, number, into: &report)
            }
        } catch {
            await host.shutdown()
            throw error
        }
        await host.shutdown()
        return report
    }

    private func replay(
        _ payload: PushPayload,
        on host: ExtensionHost,
        _ number: Int,
        into report: inout ReplayReport
    ) async throws {
        let outcome = try await TracedOutcome(
            of: payload,
            recording.request.identifier,
            in: bundle,
            on: host,
            options,
            replaying: recording.trace
        )
        report.digests.append(outcome.result.digest)
        let divergences = Comparison(with: recording)
            .divergences(of: outcome.trace, outcome.result)
        guard !divergences.isEmpty else { return }
        if report.divergedRuns.isEmpty { report.divergences = divergences }
        report.divergedRuns.append(number)
    }

    private var options: ExtensionHost.RunOptions {
        var options = ExtensionHost.RunOptions()
        options.budget = recording.budget.budget
        options.allowedOrigins = recording.allowedOrigins
        options.isFresh = true
        options.debugger = debugger
        return options
    }

    // MARK: What is not as it was

    private func notes() async throws -> [String] {
        var notes = bundleNotes(try await BundleFiles.list(of: bundle))
        let sdk = configuration.sdk.buildID(ofLibrary: SDKLocation.swiftLibraryName)
        if let recorded = recording.bundle.sdk, recorded != sdk {
            notes.append("the Swift SDK is another build than the recorded run's")
        }
        let folders = recording.trace.folders
        let omitted = folders.reduce(0) { count, folder in
            count + folder.omittedCount + folder.entries.count { $0.content?.isKept == false }
        }
        if omitted > 0 {
            notes.append("\(omitted) of the extension's own files are not in the recording")
        }
        let chosen = Set(recording.redactions).subtracting(Redaction.always.map(\.name))
        if !chosen.isEmpty {
            notes.append("redacted: " + chosen.sorted().joined(separator: ", "))
        }
        return notes
    }

    private func bundleNotes(_ files: [Recording.File]) -> [String] {
        let recorded = Dictionary(
            recording.bundle.files.map { ($0.path, $0.sha256) },
            uniquingKeysWith: { first, _ in first }
        )
        let found = Dictionary(
            files.map { ($0.path, $0.sha256) },
            uniquingKeysWith: { first, _ in first }
        )
        let (was, now) = (recording.bundle.identifier, bundle.manifest.identifier)
        guard was == now else {
            return ["another extension is run than was recorded: \(now), and not \(was)"]
        }
        let changed = Set(recorded.keys).union(found.keys).filter { recorded[$0] != found[$0] }
        guard !changed.isEmpty else { return [] }
        let names = changed.sorted().prefix(5).joined(separator: ", ")
        let more = changed.count > 5 ? " and \(changed.count - 5) more" : ""
        return ["the bundle is not as it was recorded: \(names)\(more)"]
    }
}
