// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel
package import BelfryReport
package import BelfryRuntime
package import BelfrySystem
internal import Synchronization

/// What makes runs for whoever measures: the host, or a stand-in whose runs are known.
package protocol RunSource: Sendable {
    /// Makes one run.
    ///
    /// - Parameters:
    ///   - payload: What the extension is asked about.
    ///   - budget: What it may use.
    ///   - isFresh: Whether it gets a new worker, which ends with it.
    /// - Returns: Its report, and when its notification was delivered. The cancellation of the task
    ///   does not end a run: ``stop()`` does.
    /// - Throws: What keeps every run from being made; a run that fails has a verdict.
    func run(_ payload: MeasuredPayload, budget: Budget, isFresh: Bool) async throws -> FinishedRun

    /// Ends the runs in flight, for which nobody waits any more; there are no others afterwards.
    func stop() async
}

extension RunSource {
    package func stop() async {}
}

/// A run that has ended.
package struct FinishedRun: Sendable {
    package var report: RunReport

    /// When its notification was handed over: before its worker was put to its next use, or ended.
    package var deliveredAt: MonotonicTime

    package init(report: RunReport, deliveredAt: MonotonicTime) {
        self.report = report
        self.deliveredAt = deliveredAt
    }
}

/// A payload with the name that tables call it by.
package struct MeasuredPayload: Sendable {
    /// The file's name.
    package let name: String
    package let push: PushPayload

    /// Any but ``PushType/alert`` calls no service extension.
    package let type: PushType

    package init(name: String, push: PushPayload, type: PushType = .alert) {
        self.name = name
        self.push = push
        self.type = type
    }
}

/// Runs of one bundle in a host.
package struct HostRunSource: RunSource {
    private let host: ExtensionHost
    private let bundle: ExtensionBundle
    private let allowedOrigins: [String]

    package init(host: ExtensionHost, bundle: ExtensionBundle, allowedOrigins: [String] = []) {
        self.host = host
        self.bundle = bundle
        self.allowedOrigins = allowedOrigins
    }

    package func run(
        _ payload: MeasuredPayload,
        budget: Budget,
        isFresh: Bool
    ) async throws -> FinishedRun {
        var options = ExtensionHost.RunOptions()
        options.budget = budget
        options.isFresh = isFresh
        options.allowedOrigins = allowedOrigins
        let deliveredAt = Atomic<UInt64>(0)
        let report = try await host.run(
            .push(payload.push, identifier: payload.name, type: payload.type),
            in: bundle,
            options: options
        ) { _, _ in
            deliveredAt.store(MonotonicTime.now.nanoseconds, ordering: .releasing)
        }
        let nanoseconds = deliveredAt.load(ordering: .acquiring)
        return FinishedRun(
            report: report,
            deliveredAt: MonotonicTime(nanoseconds: nanoseconds)
        )
    }

    package func stop() async {
        await host.shutdown()
    }
}
