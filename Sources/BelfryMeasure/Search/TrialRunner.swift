// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
internal import BelfryRuntime

/// Makes the runs of a trial, and stops where its end is certain.
struct TrialRunner: Sendable {
    let source: any RunSource
    let payloads: [MeasuredPayload]
    let plan: TrialPlan

    /// Whether runs have a new worker, for each kind of run that a trial has.
    let kinds: [Bool]

    let progress: SearchProgress

    /// What runs of a trial used, and how they ended.
    struct Outcome {
        /// Of each kind, how many runs there were and how many did not complete.
        var counts: [(runs: Int, failures: Int)] = []
        var failures: [VerdictCount] = []

        /// What each run used, where it is known.
        var used: [BudgetAxis: [Double]] = [:]

        /// How many failures speak of which budget.
        fileprivate var causes: [BudgetAxis: Int] = [:]

        /// The budget that most failures speak of; nil where they speak of none.
        var cause: BudgetAxis? {
            BudgetAxis.allCases.filter { causes[$0] != nil }
                .max { causes[$0, default: 0] < causes[$1, default: 0] }
        }
        var isInterrupted = false

        /// What the runs did to the workers that served them.
        fileprivate(set) var wear = WorkerWear()

        var runCount: Int { counts.reduce(0) { $0 + $1.runs } }
        var failureCount: Int { counts.reduce(0) { $0 + $1.failures } }
    }

    /// Makes runs under a budget.
    ///
    /// - Parameters:
    ///   - title: What they are, for whoever watches.
    ///   - budget: The budget.
    ///   - count: How many of each kind; nil for as many as a trial has.
    ///   - isWhole: Whether to make all of them even when too many have failed.
    /// - Returns: What came of them.
    /// - Throws: What keeps runs from being made.
    func runs(
        _ title: String,
        under budget: Budget,
        count: Int? = nil,
        isWhole: Bool = false
    ) async throws -> Outcome {
        var outcome = Outcome()
        let count = count ?? plan.runCount
        progress.begin(title, runCount: count * kinds.count)
        for isFresh in kinds {
            outcome.counts.append((0, 0))
            for index in 0..<count {
                let payload = payloads[index % payloads.count]
                let report = try await source.run(payload, budget: budget, isFresh: isFresh).report
                // What ends after a cancellation may have been ended by it.
                guard !Task.isCancelled else {
                    outcome.isInterrupted = true
                    return outcome
                }
                progress.count(report)
                outcome.add(report, under: budget)
                guard isWhole || plan.passes(failureCount: outcome.latest.failures) else {
                    return outcome
                }
            }
        }
        return outcome
    }

    /// What a report says of a trial.
    func trial(_ budget: Budget, _ outcome: Outcome) -> TuningTrial {
        let worst = outcome.counts.map {
            Binomial.confidence(of: plan.target, $0.runs, $0.failures)
        }
        let shown = outcome.counts.map {
            Binomial.lowerBound($0.runs, $0.failures, confidence: plan.confidence)
        }
        return TuningTrial(
            wallMilliseconds: budget.wall.milliseconds,
            cpuMilliseconds: budget.cpu.milliseconds,
            memoryByteCount: budget.memoryByteCount,
            runCount: outcome.runCount,
            failureCount: outcome.failureCount,
            failures: outcome.failures,
            hasPassed: !outcome.isInterrupted
                && outcome.counts.allSatisfy { plan.passes(failureCount: $0.failures) },
            confidence: worst.min() ?? 0,
            shownShare: shown.min() ?? 0
        )
    }
}

extension TrialRunner.Outcome {
    /// The kind of run that is being made.
    fileprivate var latest: (runs: Int, failures: Int) { counts.last ?? (0, 0) }

    fileprivate mutating func add(_ report: RunReport, under budget: Budget) {
        counts[counts.count - 1].runs += 1
        wear.add(report)
        for axis in BudgetAxis.allCases {
            if let used = axis.used(by: report) { self.used[axis, default: []].append(used) }
        }
        // What fell between two looks would not always; the kernel knows what there can have been.
        let memory = BudgetAxis.memory.used(by: report) ?? 0
        let isLucky = report.hasCompleted && memory > Double(budget.memoryByteCount)
        guard isLucky || !report.hasCompleted else { return }
        counts[counts.count - 1].failures += 1
        let cause = isLucky ? .memory : BudgetAxis.cause(of: report)
        if let cause { causes[cause, default: 0] += 1 }
        let reason = report.reason + (isLucky ? ", past its memory unseen" : "")
        let end = VerdictCount(verdict: report.verdict, reason: reason, count: 1)
        let place = failures.firstIndex {
            $0.verdict == end.verdict && $0.reason == end.reason
        }
        if let place { failures[place].count += 1 } else { failures.append(end) }
    }
}
