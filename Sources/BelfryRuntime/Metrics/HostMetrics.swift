// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
internal import CoreMetrics

/// A host's counters and histograms, in whatever keeps them.
///
/// A host without one has nil, and its runs cost a comparison.
final class HostMetrics {
    private let factory: any MetricsFactory
    private let workers: Meter
    private var counters: [Series: Counter] = [:]
    private var recorders: [Series: Recorder] = [:]

    /// One metric with the values of its labels, in their order.
    private struct Series: Hashable {
        let metric: HostMetric
        let labels: [String]
    }

    init(_ factory: any MetricsFactory) {
        self.factory = factory
        workers = Meter(label: HostMetric.workers.rawValue, factory: factory)
        workers.set(0)
    }

    /// Counts a run that has ended, by what its report says.
    ///
    /// - Parameters:
    ///   - report: The report.
    ///   - verdict: The verdict that it tells of.
    ///   - isSession: Whether it was a notification that was open, as long as its reader liked: that
    ///     is counted, and says nothing about an extension's time.
    func count(_ report: RunReport, _ verdict: Verdict, isSession: Bool) {
        count(.runs, [("verdict", verdict.kind.rawValue), ("reason", verdict.label)])
        for strike in report.strikes where RunStrike(rawValue: strike) != nil {
            count(.strikes, [("kind", strike)])
        }
        for decision in report.network?.decisions ?? [] {
            let outcome = decision.isAllowed ? "allowed" : "refused"
            count(.egress, [("outcome", outcome), ("reason", decision.reason.rawValue)])
        }
        guard !isSession, let timing = report.timing, let usage = report.usage else { return }
        let worker = [("worker", timing.isWarm ? "warm" : "new")]
        record(.queueWait, worker, timing.queueWaitMilliseconds / 1000)
        record(.wall, worker, timing.wallMilliseconds / 1000)
        record(.cpu, worker, usage.cpuMilliseconds / 1000)
        if !timing.isWarm, timing.startMilliseconds > 0 {
            record(.startUp, [], timing.startMilliseconds / 1000)
        }
        record(.footprint, [], Double(usage.largestByteCount))
    }

    /// Says how many workers there are now.
    func workersAre(_ count: Int) { workers.set(Double(count)) }

    /// Counts a worker that is killed.
    ///
    /// - Parameters:
    ///   - verdict: What was decided of its run; nil where it had none that was decided.
    ///   - isShutDown: Whether the host ends.
    func countKill(after verdict: Verdict?, isShutDown: Bool) {
        let cause: String
        switch verdict {
        case _ where isShutDown: cause = "shutdown"
        case .fallback(let reason): cause = reason.rawValue
        case .rejected(let reason): cause = reason.rawValue
        case .delivered, .dropped, .notCalled, nil: cause = "retirement"
        }
        count(.kills, [("cause", cause)])
    }

    /// Counts a bundle that is put into quarantine.
    func countQuarantine() { count(.quarantines, []) }

    /// Counts a run that has to wait for room.
    func countOverloadWait(for resource: OverloadResource) {
        count(.overloadWaits, [("resource", resource.rawValue)])
    }

    /// Counts a run that found no room.
    func countOverloadRefusal(for resource: OverloadResource) {
        count(.overloadRefusals, [("resource", resource.rawValue)])
    }

    /// Counts a resource that has become fuller.
    func countOverload(of resource: OverloadResource, _ level: OverloadStatus.Level) {
        count(.overloadLevels, [("resource", resource.rawValue), ("level", level.rawValue)])
    }

    private func count(_ metric: HostMetric, _ labels: [(String, String)]) {
        let series = Series(metric: metric, labels: labels.map(\.1))
        let counter =
            counters[series]
            ?? Counter(label: metric.rawValue, dimensions: labels, factory: factory)
        counters[series] = counter
        counter.increment()
    }

    private func record(_ metric: HostMetric, _ labels: [(String, String)], _ value: Double) {
        let series = Series(metric: metric, labels: labels.map(\.1))
        let recorder =
            recorders[series]
            ?? Recorder(
                label: metric.rawValue,
                dimensions: labels,
                aggregate: true,
                factory: factory
            )
        recorders[series] = recorder
        recorder.record(value)
    }
}

extension Verdict {
    /// The reason as a label: of a drop the extension chooses its code, so that is not one.
    fileprivate var label: String {
        if case .dropped = self { "extension" } else { reason }
    }
}
