// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import ArgumentParser
internal import BelfryMeasure
internal import BelfryModel

/// What a measuring looks for besides what runs are like: budgets, or differences.
struct SearchOptions: ParsableArguments {
    @Flag(help: "Search for the smallest budgets with which it still completes.")
    var tune = false

    @Option(help: "With --tune: the runs that are to complete, such as p99; p99.9 if not given.")
    var tuneTarget: String?

    @Option(help: "With --tune: what to give beyond what is needed; 25% if not given.")
    var tuneMargin: String?

    @Option(help: "With --tune: how many runs a trial has of each kind.")
    var tuneRuns: Int?

    @Option(
        help: """
            Measure the same work under these budgets too, side by side, such as ios-small or \
            wall=5s,memory=12MB; once for each.
            """
    )
    var profile: [String] = []

    @Option(help: "Another build to run in turns with it, to say what changed.")
    var compare: String?

    @Option(help: "With --profile and --compare: what the order of runs is drawn with.")
    var seed: UInt64?

    func validate() throws {
        let count = (tune ? 1 : 0) + (profile.isEmpty ? 0 : 1) + (compare == nil ? 0 : 1)
        guard count <= 1 else {
            throw ValidationError("--tune, --profile and --compare are for one at a time.")
        }
        let isTuned = tuneTarget != nil || tuneMargin != nil || tuneRuns != nil
        guard tune || !isTuned else {
            throw ValidationError("--tune-target, --tune-margin and --tune-runs are about --tune.")
        }
        guard seed == nil || !profile.isEmpty || compare != nil else {
            throw ValidationError("--seed is about --profile and --compare.")
        }
        guard Set(profile).count == profile.count else {
            throw ValidationError("--profile is given twice with the same budgets.")
        }
        guard target != nil else {
            throw ValidationError(
                "--tune-target is a percentile from p50 to p99.99, such as p99.9."
            )
        }
        guard margin != nil else {
            throw ValidationError("--tune-margin is from 0% to 400%, such as 25%.")
        }
        guard (1...1_000_000).contains(tuneRuns ?? 1) else {
            throw ValidationError("--tune-runs is from 1 to 1000000.")
        }
    }

    /// Whether runs are made otherwise than part by part.
    var isSearch: Bool { tune || !profile.isEmpty || compare != nil }

    /// How a search for budgets goes.
    ///
    /// - Parameter plans: The parts that would be measured: their kinds, and the budget they have now.
    /// - Returns: The target, the margin, the kinds and the present budget.
    func tunerOptions(for plans: [PartPlan]) -> Tuner.Options {
        var options = Tuner.Options()
        options.plan = TrialPlan(target: target ?? 0.999, runCount: tuneRuns)
        options.margin = margin ?? 0.25
        options.kinds = plans.map(\.isCold)
        if let plan = plans.first { options.budget = plan.budget }
        return options
    }

    private var target: Double? {
        let text = tuneTarget ?? "p99.9"
        guard text.hasPrefix("p"), let percentile = Double(text.dropFirst()),
            (50...99.99).contains(percentile)
        else { return nil }
        return percentile / 100
    }

    private var margin: Double? {
        let text = tuneMargin ?? "25%"
        guard text.hasSuffix("%"), let percent = Double(text.dropLast()),
            (0...400).contains(percent)
        else { return nil }
        return percent / 100
    }
}
