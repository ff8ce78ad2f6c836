// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryRuntime

/// What a person should know of a part, one sentence each, the gravest first.
struct PartWarnings {
    let plan: PartPlan
    let part: MeasuredPart
    let record: PartRecord

    var sentences: [String] {
        failures + edges + [leak].compactMap(\.self) + replacements
            + [lateness, queueing, abandoned, fewness].compactMap(\.self)
    }

    // MARK: Failures

    private var failures: [String] {
        part.verdicts.compactMap { verdict in
            let runs = "\(MeasuredText.count(verdict.count)) of \(Self.runs(part.runCount))"
            let name = "\(verdict.verdict):\(verdict.reason)"
            let what: String
            switch verdict.verdict {
            case "fallback": what = "ended in the original (\(verdict.reason))"
            case "rejected": what = "found the extension not fit to load (\(verdict.reason))"
            case "notCalled": what = "did not call the extension (\(verdict.reason))"
            default: return nil
            }
            return "\(runs) \(what): belfry explain \(name)"
        }
    }

    // MARK: Budgets

    /// From how much of a budget on a run is near its edge.
    private static let edge = 0.8

    private var edges: [String] {
        part.headroom.compactMap { headroom in
            guard headroom.p999 > headroom.limit * Self.edge else { return nil }
            let isMost = part.runCount >= Self.countForThousandth
            let who = isMost ? "p99.9" : "the largest of \(Self.runs(part.runCount))"
            let value = MeasuredText.value(headroom.p999, headroom.unit)
            let limit = MeasuredText.value(headroom.limit, headroom.unit)
            let share = MeasuredText.percent(headroom.p999 / headroom.limit)
            let name = Self.name(of: headroom.budget)
            let wayOut =
                headroom.p999 >= headroom.limit
                ? "give it more, or less to do" : "a slower machine or a larger payload ends it"
            return "\(name): \(who) is \(value), \(share) of the budget of \(limit); \(wayOut)"
        }
    }

    private static func name(of budget: String) -> String {
        switch budget {
        case "wall": "wall time"
        case "start": "start-up"
        case "cpu": "CPU time"
        default: budget
        }
    }

    // MARK: Memory that is not given back

    private var leak: String? {
        guard let leak = record.growth.leak else { return nil }
        let growth = MeasuredText.size(leak.byteCountPerRun)
        let limit = Double(plan.budget.memoryByteCount)
        let kept = Double(plan.budget.keptMemoryByteCount)
        let untilReplaced = leak.runCount(until: kept)
        let end: String
        if untilReplaced < ExtensionHost.runsPerWorker {
            end =
                "it is replaced after about \(Self.runs(untilReplaced)), when it keeps more "
                + "than \(MeasuredText.size(kept)), half of its budget"
        } else {
            end =
                "its budget of \(MeasuredText.size(limit)) would be used up after about "
                + "\(Self.runs(leak.runCount(until: limit))) of one worker, which is replaced after "
                + "\(Self.runs(ExtensionHost.runsPerWorker))"
        }
        return "a leak: the worker keeps \(growth) more with each run; \(end)"
    }

    private var replacements: [String] {
        record.replacements.sorted.map { reason, count in
            let workers = MeasuredText.count(count, "worker")
            let were = count == 1 ? "was" : "were"
            return
                "\(workers) \(were) replaced between runs (\(reason.rawValue)), and the next run "
                + "waited for a new one: belfry explain retirement:\(reason.rawValue)"
        }
    }

    // MARK: The measuring itself

    /// How late a run may begin in an open loop, in milliseconds, before it is said.
    private static let forgivenLateness = 100.0

    private var lateness: String? {
        guard let rate = part.offeredRate, record.worstLateness > Self.forgivenLateness else {
            return nil
        }
        return "runs were to begin at \(MeasuredText.rate(rate)) and ended at "
            + "\(MeasuredText.rate(part.achievedRate)): the latest began "
            + "\(MeasuredText.milliseconds(record.worstLateness)) late, which is in its latency"
    }

    private var queueing: String? {
        guard part.offeredRate == nil, plan.pace.concurrency > plan.parallelRuns else { return nil }
        return
            "\(plan.pace.concurrency) runs at once, and the bundle has \(plan.parallelRuns) served "
            + "at a time: the others wait (queue wait); ParallelRuns in its Info.plist allows more"
    }

    private var abandoned: String? {
        guard record.abandonedCount > 0 else { return nil }
        return "\(Self.runs(record.abandonedCount)) had not ended when the measuring was, and "
            + "\(record.abandonedCount == 1 ? "is" : "are") not counted"
    }

    /// Runs that a one in thousand says something about.
    private static let countForThousandth = 1000

    private var fewness: String? {
        guard part.runCount > 0, part.runCount < Self.countForThousandth else { return nil }
        let what = part.runCount < 100 ? "p99 and p99.9 are" : "p99.9 is"
        return
            "\(what) the largest of \(Self.runs(part.runCount)): for a p99.9 that means something "
            + "make \(MeasuredText.count(Self.countForThousandth)) or more (--runs)"
    }

    private static func runs(_ count: Int) -> String { MeasuredText.count(count, "run") }
}
