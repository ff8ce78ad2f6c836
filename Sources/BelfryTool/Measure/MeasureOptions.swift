// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import ArgumentParser
internal import BelfryMeasure
internal import BelfryModel
internal import BelfryRuntime

/// Which runs a measuring is made of.
struct MeasureOptions: ParsableArguments {
    @Option(help: "How many runs of each kind.")
    var runs = 1000

    @Flag(help: "Only warm runs, in workers that are there.")
    var warm = false

    @Flag(help: "Only cold runs, each in a new worker.")
    var cold = false

    @Option(help: "How many runs at once; 1, or 64 at most with --rate.")
    var concurrency: Int?

    @Option(
        help: """
            How many runs are to begin each second, whether others have ended or not; latency counts \
            from when they were to begin.
            """
    )
    var rate: Double?

    func validate() throws {
        guard (1...Self.runLimit).contains(runs) else {
            throw ValidationError("--runs is from 1 to \(MeasuredText.count(Self.runLimit)).")
        }
        guard (1...Self.concurrencyLimit).contains(concurrency ?? 1) else {
            throw ValidationError("--concurrency is from 1 to \(Self.concurrencyLimit).")
        }
        guard (0.001...1_000_000).contains(rate ?? 1) else {
            throw ValidationError("--rate is from 0.001 to 1000000 runs each second.")
        }
    }

    /// A hundred runs each microsecond would take as long as a person waits.
    private static let runLimit = 100_000_000
    private static let concurrencyLimit = 1024

    /// Plans the parts.
    ///
    /// - Parameters:
    ///   - bundle: The extension.
    ///   - budget: The budget; nil for what its manifest asks for.
    /// - Returns: Cold before warm, which leaves workers that a cold run would have to wait for.
    func plans(for bundle: ExtensionBundle, budget: Budget?) -> [PartPlan] {
        let kinds = cold == warm ? [true, false] : [cold]
        var declared = Budget()
        declared.apply(bundle.manifest.budget)
        return kinds.map { isCold in
            PartPlan(
                name: isCold ? "cold" : "warm",
                isCold: isCold,
                budget: budget ?? declared,
                runCount: runs,
                pace: pace,
                parallelRuns: bundle.manifest.parallelRuns
            )
        }
    }

    private var pace: Pace {
        guard let rate else { return .closed(concurrency: concurrency ?? 1) }
        return .open(runsPerSecond: rate, concurrency: concurrency ?? Pace.openConcurrency)
    }
}
