// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import Synchronization

/// A traced run with its trace.
struct TracedOutcome: Sendable {
    let report: RunReport
    let trace: RunTrace
    let result: RunResult

    /// Makes a traced run.
    ///
    /// - Parameters:
    ///   - payload: What the extension is asked about.
    ///   - identifier: The request's.
    ///   - bundle: The extension.
    ///   - host: What runs it.
    ///   - options: What is different about the run.
    ///   - trace: What it is to see; nil to see what there is.
    /// - Throws: What keeps the run from being made.
    init(
        of payload: PushPayload,
        _ identifier: String,
        in bundle: ExtensionBundle,
        on host: ExtensionHost,
        _ options: RunOptions,
        replaying trace: RunTrace? = nil
    ) async throws {
        let seen = Slot<RunTrace>()
        let delivered = Slot<NotificationContent>()
        var options = options
        options.tracing = RunTracing(replaying: trace) { seen.put($0) }
        report = try await host.run(
            .push(payload, identifier: identifier),
            in: bundle,
            options: options
        ) { content, _ in
            if let content { delivered.put(content) }
        }
        self.trace =
            seen.value ?? trace
            ?? RunTrace(
                seed: [UInt8](repeating: 0, count: RunTrace.seedByteCount),
                wallBegan: 0,
                monotonicBegan: 0
            )
        result = RunResult(report, delivered.value)
    }

    /// A place for what a closure is given.
    private final class Slot<Value: Sendable>: Sendable {
        private let stored = Mutex<Value?>(nil)
        var value: Value? { stored.withLock { $0 } }
        func put(_ value: Value) { stored.withLock { $0 = value } }
    }
}
