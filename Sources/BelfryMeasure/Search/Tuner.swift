// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
package import BelfryRuntime
internal import BelfrySystem

/// Searches for the smallest budgets with which an extension still completes.
///
/// Runs that nothing hinders say where to begin. Then each budget is enforced by itself, since what
/// was measured is not yet what can be held: memory is sampled, CPU time looked at by the kernel's
/// tick, and an extension that is told of pressure does otherwise than one that is not. What was
/// found, and a margin, is enforced together at last, with runs of its own: those, that nothing
/// was chosen by, are what the confidence rests on.
package struct Tuner: Sendable {
    /// What to search for.
    package struct Options: Sendable {
        package var plan = TrialPlan()

        /// What to give beyond what is needed, as a share of it.
        ///
        /// An extension is told of pressure at four fifths of a budget: with a quarter more it has
        /// as much as it needed without being told.
        package var margin = 0.25

        /// Whether runs have a new worker, for each kind of run that is to complete.
        package var kinds = [false, true]

        /// The budget that the search may not exceed several times over.
        package var budget = Budget()

        /// How many values are tried of a budget, and how often all of them together.
        package var trialLimit = 16
        package var combinedLimit = 3

        package init() {}
    }

    private let runner: TrialRunner
    private let options: Options

    /// - Parameters:
    ///   - source: Makes the runs.
    ///   - payloads: What the extension is asked about, in turn; one at least.
    ///   - options: What to search for.
    ///   - progress: Is told of every run.
    package init(
        source: any RunSource,
        payloads: [MeasuredPayload],
        options: Options = Options(),
        progress: SearchProgress = SearchProgress()
    ) {
        precondition(!payloads.isEmpty && !options.kinds.isEmpty, "there is nothing to run")
        runner = TrialRunner(
            source: source,
            payloads: payloads,
            plan: options.plan,
            kinds: options.kinds,
            progress: progress
        )
        self.options = options
    }

    /// Searches, until all is done or the stop sign is raised.
    ///
    /// - Returns: What was found.
    /// - Throws: What keeps runs from being made.
    package func tune(until stopSign: StopSign = StopSign()) async throws -> TuningReport {
        try await stopSign.guarding(runner.source.stop) { try await search() }
    }

    private func search() async throws -> TuningReport {
        let begin = MonotonicTime.now
        let wide = wideBudget
        let unhindered = try await runner.runs("unhindered", under: wide, isWhole: true)
        var report = report(on: unhindered, wide)
        if report.unhindered.hasPassed {
            try await search(wide, unhindered, &report)
        } else if !report.isInterrupted {
            report.warnings.append(Self.failsAnyway(report.unhindered, options.plan))
        }
        if let shortfall = options.plan.shortfall { report.warnings.append(shortfall) }
        report.elapsedMilliseconds = (MonotonicTime.now - begin).milliseconds
        return report
    }

    private func search(
        _ wide: Budget,
        _ unhindered: TrialRunner.Outcome,
        _ report: inout TuningReport
    ) async throws {
        var wide = wide
        // One that hangs for want of memory would hang as long as it may.
        let most = Duration.milliseconds(unhindered.used[.wall]?.max() ?? 0)
        wide.wall = min(wide.wall, max(most * 10, Self.leastWall))
        for axis in BudgetAxis.allCases {
            let tuned = try await tune(axis, wide, unhindered.used[axis] ?? [], &report)
            report.budgets.append(tuned)
            if report.isInterrupted { return }
        }
        try await combine(wide, &report)
        guard !report.isInterrupted else { return }
        try await judgeNoise(wide, unhindered, &report)
    }

    /// The wall budget of trials of another one, at least.
    private static let leastWall = Duration.seconds(5)

    /// So much of everything that what the extension needs is seen, and not what it is given.
    private var wideBudget: Budget {
        var budget = options.budget
        budget.wall *= 2
        budget.cpu *= 4
        budget.memoryByteCount = budget.memoryByteCount.multipliedSaturated(by: 4)
        return budget
    }

    // MARK: One budget

    private func tune(
        _ axis: BudgetAxis,
        _ wide: Budget,
        _ needs: [Double],
        _ report: inout TuningReport
    ) async throws -> TunedBudget {
        let sorted = needs.sorted()
        let (usual, most) = (sorted.isEmpty ? 0 : sorted[sorted.count / 2], sorted.last ?? 0)
        let ladder = axis.ladder
        var bracket = BudgetBracket(
            most: ladder.rung(atLeast: most),
            usual: ladder.rung(atLeast: usual),
            ceiling: ladder.rung(atLeast: axis.value(in: wide))
        )
        var tuned = TunedBudget(
            budget: axis,
            unit: axis.unit,
            usualNeed: usual,
            largestNeed: most,
            trials: []
        )
        while let rung = bracket.next, tuned.trials.count < options.trialLimit {
            var budget = wide
            axis.set(ladder.value(at: rung), in: &budget)
            let limit = axis.text(axis.limit(leaving: ladder.value(at: rung)))
            let outcome = try await runner.runs("\(axis.rawValue)=\(limit)", under: budget)
            let trial = runner.trial(budget, outcome)
            report.runCount += trial.runCount
            report.isInterrupted = outcome.isInterrupted
            if outcome.isInterrupted { break }
            tuned.trials.append(trial)
            bracket.record(rung, hasPassed: trial.hasPassed)
        }
        tuned.smallestPassed = bracket.passed.map { axis.limit(leaving: ladder.value(at: $0)) }
        tuned.largestFailed = bracket.failed.map { axis.limit(leaving: ladder.value(at: $0)) }
        tuned.recommend(bracket.passed.map { ladder.value(at: $0) * (1 + options.margin) })
        return tuned
    }

    // MARK: All of them

    /// Enforces all budgets together, and gives more of what was too little.
    private func combine(_ wide: Budget, _ report: inout TuningReport) async throws {
        guard report.budgets.allSatisfy({ $0.recommended != nil }) else { return }
        while report.combined.count < options.combinedLimit {
            var budget = wide
            for tuned in report.budgets { tuned.apply(to: &budget) }
            let outcome = try await runner.runs("all together", under: budget)
            report.runCount += outcome.runCount
            report.isInterrupted = outcome.isInterrupted
            if outcome.isInterrupted { return }
            var trial = runner.trial(budget, outcome)
            // Each attempt could have passed by luck.
            let attempts = Double(report.combined.count + 1)
            trial.confidence = max(0, 1 - attempts * (1 - trial.confidence))
            report.combined.append(trial)
            report.isFound = trial.hasPassed
            if trial.hasPassed {
                // Runs complete in a worker that is replaced all the time, and wait for it.
                report.warnings += outcome.wear.warnings(under: budget)
                return
            }
            for index in report.budgets.indices
            where outcome.cause == nil || outcome.cause == report.budgets[index].budget {
                report.budgets[index].raise(by: options.margin)
            }
        }
    }

    // MARK: Noise

    /// Makes some unhindered runs again, to see whether the machine is what it was.
    private func judgeNoise(
        _ wide: Budget,
        _ before: TrialRunner.Outcome,
        _ report: inout TuningReport
    ) async throws {
        let count = max(30, options.plan.runCount / 10)
        let after = try await runner.runs("unhindered", under: wide, count: count, isWhole: true)
        report.runCount += after.runCount
        guard !after.isInterrupted else { return }
        for axis in [BudgetAxis.wall, .cpu] {
            let (first, last) = (Self.median(before.used[axis]), Self.median(after.used[axis]))
            guard first > 0, last > 0, max(first, last) / min(first, last) > 1.25,
                abs(first - last) > 0.5
            else { continue }
            report.warnings.append(
                """
                the machine was too noisy: half of the unhindered runs took up to \
                \(Self.text(first)) of \(axis.rawValue) at the beginning and \(Self.text(last)) at \
                the end; search again when nothing else runs
                """
            )
        }
    }

    private static func median(_ values: [Double]?) -> Double {
        guard let sorted = values?.sorted(), !sorted.isEmpty else { return 0 }
        return sorted[sorted.count / 2]
    }

    private static func text(_ milliseconds: Double) -> String {
        "\((milliseconds * 100).rounded() / 100) ms"
    }

    // MARK: Report

    private func report(on unhindered: TrialRunner.Outcome, _ wide: Budget) -> TuningReport {
        var report = TuningReport(
            target: options.plan.target,
            confidence: options.plan.confidence,
            margin: options.margin,
            runsPerTrial: options.plan.runCount,
            failuresAllowed: options.plan.failuresAllowed ?? 0,
            kinds: options.kinds.map { $0 ? "cold" : "warm" },
            unhindered: runner.trial(wide, unhindered),
            runCount: unhindered.runCount,
            elapsedMilliseconds: 0
        )
        report.isInterrupted = unhindered.isInterrupted
        return report
    }

    private static func failsAnyway(_ trial: TuningTrial, _ plan: TrialPlan) -> String {
        let ways = trial.failures.map { "\($0.count) \($0.verdict): \($0.reason)" }
        return """
            \(trial.failureCount) of \(trial.runCount) runs do not complete even with several times \
            the budget (\(ways.joined(separator: ", "))): no budget gives \
            \(SharePercent.text(plan.target)); mend that first, or ask for less (--tune-target)
            """
    }
}
