// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryPlot
internal import BelfryReport
internal import BelfryRuntime

/// What a person should know of a part, one sentence each, the gravest first.
struct PartWarnings {
    let plan: PartPlan
    let part: MeasuredPart
    let record: PartRecord

    var sentences: [String] {
        failures + edges + record.wear.warnings(under: plan.budget)
            + [cutOutput, lateness, queueing, abandoned, fewness].compactMap(\.self)
    }

    // MARK: Failures

    private var failures: [String] {
        part.verdicts.compactMap { verdict in
            let runs = "\(MeasuredText.count(verdict.count)) of \(Self.runs(part.runCount))"
            let name = "\(verdict.verdict):\(verdict.reason)"
            let what: String
            switch verdict.verdict {
            case .fallback: what = "ended in the original (\(verdict.reason))"
            case .rejected: what = "found the extension not fit to load (\(verdict.reason))"
            case .notCalled: what = "did not call the extension (\(verdict.reason))"
            case .delivered, .dropped: return nil
            }
            return "\(runs) \(what)\(payloads(endingAs: verdict)): belfry explain \(name)"
        }
    }

    /// Payloads that are named with a failure.
    private static let payloadLimit = 3

    /// Such as `, about crash.apns (12) and hang.apns (3)`; nothing where there is but one payload.
    private func payloads(endingAs end: VerdictCount) -> String {
        guard part.payloads.count > 1 else { return "" }
        let counts = part.payloads.compactMap { payload -> (name: String, count: Int)? in
            let same = payload.verdicts.first {
                $0.verdict == end.verdict && $0.reason == end.reason
            }
            return same.map { (payload.name, $0.count) }
        }
        var names = counts.sorted { $0.count > $1.count }
            .map { "\($0.name) (\(MeasuredText.count($0.count)))" }
        if names.count > Self.payloadLimit {
            let left = names.count - Self.payloadLimit
            names = names.prefix(Self.payloadLimit) + ["\(MeasuredText.count(left)) more"]
        }
        guard let last = names.popLast() else { return "" }
        return ", about " + (names.isEmpty ? last : names.joined(separator: ", ") + " and " + last)
    }

    // MARK: Budgets

    /// From how much of a budget on a run is near its edge.
    private static let edge = 0.8

    private var edges: [String] {
        part.headroom.compactMap { headroom in
            guard headroom.p999 > headroom.limit * Self.edge else { return nil }
            let isMost = headroom.hasThousandth
            let who = isMost ? "p99.9" : "the largest of \(Self.runs(headroom.count))"
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

    // MARK: The measuring itself

    private var cutOutput: String? {
        guard record.cutOutputCount > 0 else { return nil }
        let limit = MeasuredText.size(Double(plan.budget.outputByteCount))
        return
            "\(Self.runs(record.cutOutputCount)) printed more than the output budget of \(limit), "
            + "and what was beyond it is not kept: belfry run shows what they print"
    }

    /// How late a run may begin in an open loop, in milliseconds, before it is said.
    private static let forgivenLateness = 100.0

    private var lateness: String? {
        guard let rate = part.offeredRate, record.worstLateness > Self.forgivenLateness else {
            return nil
        }
        let ended = Double(part.runCount) / max(part.elapsedMilliseconds, 1) * 1000
        return "runs were to begin at \(MeasuredText.rate(rate)) and ended at "
            + "\(MeasuredText.rate(ended)): the latest began "
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

    private var fewness: String? {
        let count = part.calledCount
        guard part.runCount > 0, count < Headroom.countForThousandth else { return nil }
        guard count > 0 else { return "no run came to where time and memory are measured" }
        let what = count < 100 ? "p99 and p99.9 are" : "p99.9 is"
        let of = count < part.runCount ? " that had a worker" : ""
        return
            "\(what) the largest of \(Self.runs(count))\(of): for a p99.9 that means something make "
            + "\(MeasuredText.count(Headroom.countForThousandth)) or more (--runs)"
    }

    private static func runs(_ count: Int) -> String { MeasuredText.count(count, "run") }
}
