// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
package import BelfrySystem

/// A run as its load generator saw it.
package struct RunSample: Sendable {
    /// Which of its part it was, from 1 on, in the order of the intended starts.
    package var ordinal: Int
    package var payload: String

    /// When it was to begin, and when it did.
    package var intendedAt: MonotonicTime
    package var startedAt: MonotonicTime
    package var run: FinishedRun

    package init(
        ordinal: Int,
        payload: String,
        intendedAt: MonotonicTime,
        startedAt: MonotonicTime,
        run: FinishedRun
    ) {
        self.ordinal = ordinal
        self.payload = payload
        self.intendedAt = intendedAt
        self.startedAt = startedAt
        self.run = run
    }

    /// From the intended start to the delivery, in milliseconds.
    var latency: Double { max(0, (run.deliveredAt - intendedAt).milliseconds) }

    /// How much later than intended it began, in milliseconds.
    var lateness: Double { max(0, (startedAt - intendedAt).milliseconds) }

    /// What it measured of a metric; nil where it has none.
    func value(of metric: MetricName) -> Double? {
        guard metric == .latency else { return metric.value(in: run.report) }
        // What was delivered without the extension took no time of anybody's.
        return run.report.timing == nil ? nil : latency
    }

    /// What it did from the intended start to the delivery, span by span.
    var timeline: [NearRun.Span] {
        var line = Timeline()
        line.add("late start", lateness)
        if let timing = run.report.timing {
            line.add("queue wait", timing.queueWaitMilliseconds)
            let inside =
                timing.sealingMilliseconds + timing.loadingMilliseconds
                + timing.startingMilliseconds
            line.add("forking", timing.startMilliseconds - inside)
            line.add("sealing", timing.sealingMilliseconds)
            line.add("loading", timing.loadingMilliseconds)
            line.add("starting", timing.startingMilliseconds)
            line.add("run", timing.wallMilliseconds - timing.startMilliseconds)
        }
        line.add("delivering", latency - line.end)
        return line.spans
    }
}

/// Spans one after the other.
private struct Timeline {
    private(set) var spans: [NearRun.Span] = []
    private(set) var end = 0.0

    /// Adds a span, unless it took no time.
    mutating func add(_ name: String, _ duration: Double) {
        guard duration > 0 else { return }
        spans.append(NearRun.Span(name: name, from: end, duration: duration))
        end += duration
    }
}
