// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryCenterEngine
internal import BelfryModel
internal import BelfryReplay
internal import BelfryReport
internal import BelfryRuntime
internal import BelfrySystem
internal import Foundation
internal import HTTPTypes

/// A run of an extension on what a notification was, of which nothing comes but its report.
///
/// It has a host of its own, in a folder that goes with it: the extension works on a copy of what it
/// keeps, its files go to a store that nothing shows, and its app's notification centre is an empty one
/// in memory. The network is the real one. Nothing is presented, and the ledger stays as it is.
struct ExtensionTrial: Sendable {
    private let work: ExtensionWork
    private let bundle: ExtensionBundle
    private let configuration: ExtensionHost.Configuration
    private let folder: String

    /// - Parameters:
    ///   - work: What the extension was asked.
    ///   - configuration: What the centre's host is made of.
    ///   - folder: Where the trial has its folder, which is made.
    /// - Throws: ``APIError`` where the app has no extension, or one that cannot be read.
    init(
        of work: ExtensionWork,
        like configuration: ExtensionHost.Configuration,
        in folder: String
    ) throws {
        guard !work.bundle.isEmpty else {
            throw APIError(
                .unprocessableContent,
                "no_extension",
                "\(work.app) has no service extension that could be run again"
            )
        }
        do throws(BundleError) {
            bundle = try ExtensionBundle(at: work.bundle)
        } catch {
            throw APIError(
                .unprocessableContent,
                "no_extension",
                "the service extension of \(work.app) cannot be read: \(error); install the app again: "
                    + "belfry install Name.app"
            )
        }
        self.work = work
        self.folder = folder
        var own = configuration
        own.storePath = folder + "/attachments"
        own.statePath = folder + "/storage"
        own.quarantine = nil
        own.metrics = nil
        self.configuration = own
        source = configuration.statePath
    }

    /// Where the extension keeps what it works on a copy of; nil where it keeps nothing.
    private let source: String?

    /// What a trial came to.
    struct Outcome: Sendable {
        let report: RunReport

        /// How many of the extension's files are not in the copy that it had.
        let omittedCount: Int
    }

    /// Makes the run.
    ///
    /// - Returns: What it came to.
    /// - Throws: What keeps the run from being made.
    func run() async throws -> Outcome {
        try await inFolder { omittedCount in
            let host = try ExtensionHost(configuration)
            do {
                let report = try await host.run(
                    try .asked(by: work),
                    in: bundle,
                    options: options
                )
                await host.shutdown()
                return Outcome(report: report, omittedCount: omittedCount)
            } catch {
                await host.shutdown()
                throw error
            }
        }
    }

    /// Makes the run, and keeps what it saw.
    ///
    /// - Parameter redactions: What the recording is without.
    /// - Returns: The recording's text, as `belfry replay` takes it.
    /// - Throws: ``APIError`` for a local notification, which no recording is of; what keeps the run
    ///   from being made.
    func record(without redactions: [Redaction]) async throws -> [UInt8] {
        guard work.pushType != nil else {
            throw APIError(
                .unprocessableContent,
                "not_pushed",
                "notification \(work.lease.sequence) was not pushed, and a recording is of a push"
            )
        }
        let payload = try PushPayload.reread(work.payload)
        return try await inFolder { _ in
            var recording = try await Recorder(
                bundle: bundle,
                configuration: configuration,
                options: options
            ).record(payload, identifier: work.identifier).recording
            for redaction in redactions { _ = try recording.apply(redaction) }
            return try RecordingFile.serialized(recording)
        }
    }

    private var options: ExtensionHost.RunOptions {
        var options = ExtensionHost.RunOptions()
        options.device = work.user
        options.isFresh = true
        return options
    }

    /// Does something in the trial's folder, which has a copy of what the extension keeps, and is gone
    /// afterwards.
    private func inFolder<Value>(
        _ body: (_ omittedCount: Int) async throws -> Value
    ) async throws
        -> Value
    {
        try Descriptor.ensureDirectories(folder)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var omittedCount = 0
        if let source, let copy = configuration.statePath {
            omittedCount = try await StorageCopy.copy(
                of: bundle.manifest,
                from: source,
                to: copy,
                isolation: configuration.isolation
            )
        }
        return try await body(omittedCount)
    }
}
