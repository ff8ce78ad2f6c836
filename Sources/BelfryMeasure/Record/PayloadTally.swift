// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport

/// How a run ended, as ``RunReport/verdict`` and ``RunReport/reason``.
struct EndOfRun: Hashable {
    var verdict: Verdict.Kind
    var reason: String

    init(_ report: RunReport) {
        verdict = report.verdict
        reason = report.reason
    }

    /// What it is counted as where there are too many: the codes that an extension makes up for drops
    /// take no place from the host's own reasons.
    var orOther: EndOfRun {
        var other = self
        if verdict == .dropped { other.reason = "other" }
        return other
    }
}

/// How the runs about one payload ended, and what they took.
struct PayloadTally {
    private(set) var verdicts = Tally<EndOfRun>()
    private var runCount = 0
    private var wall = Extent()
    private var memory = Extent()

    mutating func add(_ sample: RunSample) {
        runCount += 1
        let end = EndOfRun(sample.run.report)
        verdicts.add(end, orAs: end.orOther)
        if let value = sample.value(of: .wall) { wall.add(value) }
        if let value = sample.value(of: .footprint) { memory.add(value) }
    }

    /// What it knows.
    func summary(of name: String) -> PayloadSummary {
        PayloadSummary(
            name: name,
            runCount: runCount,
            verdicts: verdicts.sorted.map(VerdictCount.init),
            meanWallMilliseconds: wall.mean,
            maximumWallMilliseconds: wall.maximum,
            maximumMemoryByteCount: memory.maximum
        )
    }

    /// The mean and the largest of some values.
    private struct Extent {
        private var count = 0.0
        private var sum = 0.0
        private(set) var maximum: Double?

        mutating func add(_ value: Double) {
            count += 1
            sum += value
            maximum = max(maximum ?? value, value)
        }

        var mean: Double? { count > 0 ? sum / count : nil }
    }
}

extension VerdictCount {
    init(_ end: EndOfRun, _ count: Int) {
        self.init(verdict: end.verdict, reason: end.reason, count: count)
    }
}
