// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryPlot
internal import BelfryReport
internal import BelfryRuntime

/// What runs do to the workers that serve one after another: what they leave behind in them, and which
/// of them had to be replaced for it.
struct WorkerWear {
    private var growth = GrowthTrend()

    /// Why workers were replaced that had done what they should not.
    private var replacements = Tally<Retirement>()

    mutating func add(_ report: RunReport) {
        guard let worker = report.worker else { return }
        for retirement in [worker.retirement, worker.predecessorRetirement] {
            guard let retirement, retirement.isMisuse else { continue }
            replacements.add(retirement, orAs: retirement)
        }
        if report.timing?.isWarm == true, let usage = report.usage {
            growth.add(run: worker.runOrdinal, byteCount: Double(usage.finalByteCount))
        }
    }

    /// What a person should know of it, one sentence each, under the budget that says when a worker is
    /// replaced.
    func warnings(under budget: Budget) -> [String] {
        [leak(under: budget)].compactMap(\.self) + replaced
    }

    private func leak(under budget: Budget) -> String? {
        guard let leak = growth.leak else { return nil }
        let growth = MeasuredText.size(leak.byteCountPerRun)
        let limit = Double(budget.memoryByteCount)
        let kept = Double(budget.keptMemoryByteCount)
        let untilReplaced = leak.runCount(until: kept)
        let end: String
        if untilReplaced < HostLimits.runsPerWorker {
            end =
                "it is replaced after about \(Self.runs(untilReplaced)), when it keeps more "
                + "than \(MeasuredText.size(kept)), half of its budget"
        } else {
            end =
                "its budget of \(MeasuredText.size(limit)) would be used up after about "
                + "\(Self.runs(leak.runCount(until: limit))) of one worker, which is replaced after "
                + "\(Self.runs(HostLimits.runsPerWorker))"
        }
        return "a leak: the worker keeps \(growth) more with each run; \(end)"
    }

    private var replaced: [String] {
        replacements.sorted.map { reason, count in
            let workers = MeasuredText.count(count, "worker")
            let were = count == 1 ? "was" : "were"
            return
                "\(workers) \(were) replaced between runs (\(reason.rawValue)), and the next run "
                + "waited for a new one: belfry explain retirement:\(reason.rawValue)"
        }
    }

    private static func runs(_ count: Int) -> String { MeasuredText.count(count, "run") }
}
