// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryMeasure
internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import BelfrySystem
internal import Synchronization

/// Makes runs that are known beforehand.
final class StandInSource: RunSource {
    /// What happened, in order.
    struct Log {
        var payloads: [String] = []
        var freshCount = 0
        var inFlight = 0
        var mostInFlight = 0
        var stopCount = 0
    }

    private let log = Mutex(Log())
    private let stopped: AsyncStream<Void>
    private let stopping: AsyncStream<Void>.Continuation
    private let make: @Sendable (StandInSource, Int) async -> RunReport

    /// A source.
    ///
    /// - Parameter make: Makes the run of an ordinal, which counts from 0 and warming up too.
    init(_ make: @escaping @Sendable (StandInSource, Int) async -> RunReport) {
        (stopped, stopping) = AsyncStream.makeStream()
        self.make = make
    }

    var seen: Log { log.withLock { $0 } }

    func run(
        _ payload: MeasuredPayload,
        budget: Budget,
        isFresh: Bool
    ) async throws -> FinishedRun {
        let ordinal = log.withLock { log in
            log.payloads.append(payload.name)
            log.freshCount += isFresh ? 1 : 0
            log.inFlight += 1
            log.mostInFlight = max(log.mostInFlight, log.inFlight)
            return log.payloads.count - 1
        }
        var report = await make(self, ordinal)
        report.budget = RunReport.BudgetSummary(budget)
        log.withLock { $0.inFlight -= 1 }
        return FinishedRun(report: report, deliveredAt: .now)
    }

    func stop() async {
        log.withLock { $0.stopCount += 1 }
        stopping.finish()
    }

    /// Waits until it is stopped.
    func untilStopped() async {
        // A cancelled task waits too, as a run of a host does.
        let stopped = stopped
        await Task { for await _ in stopped {} }.value
    }

    /// A payload that every gate lets through.
    static func payload(_ name: String) throws -> MeasuredPayload {
        let text = #"{"aps":{"alert":"hello","mutable-content":1}}"#
        return MeasuredPayload(name: name, push: try PushPayload.parse(Array(text.utf8)))
    }
}
