// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import BelfrySystem
internal import Synchronization

/// An extension that a host runs again and again, with its answer checked every time.
struct Subject: Sendable {
    let host: ExtensionHost
    let bundle: ExtensionBundle
    let payload: PushPayload

    /// What the extension puts behind the title.
    let mark: String

    /// What the samples put there, TitleStamp and MonkeyNotification.
    static let plainMark = " · stamped"
    static let swiftMark = " [modified]"

    /// One run, as its caller sees it.
    struct Outcome: Sendable {
        /// From the call to the delivery of the notification.
        let delivery: Duration

        /// From the call to its return.
        let total: Duration

        let timing: RunReport.Timing
    }

    /// Runs the extension once.
    ///
    /// - Parameter isFresh: Whether with a worker of its own that ends with the run; nil for what the
    ///   manifest says.
    /// - Returns: How long it took.
    /// - Throws: ``BenchmarkError`` when the answer is not the extension's.
    func run(isFresh: Bool?) async throws -> Outcome {
        var options = ExtensionHost.RunOptions()
        options.isFresh = isFresh
        let request = RunRequest.push(payload, identifier: "benchmark")
        let deliveredAt = Mutex<MonotonicTime?>(nil)
        let begin = MonotonicTime.now
        let report = try await host.run(request, in: bundle, options: options) { _, _ in
            deliveredAt.withLock { $0 = .now }
        }
        let end = MonotonicTime.now
        guard report.isDelivered, report.after.title == report.before.title + mark,
            let timing = report.timing, let delivered = deliveredAt.withLock({ $0 })
        else {
            throw BenchmarkError(
                "\(bundle.path) did not change the title: \(report.verdict), "
                    + "\(report.explanation)"
            )
        }
        return Outcome(delivery: delivered - begin, total: end - begin, timing: timing)
    }
}
