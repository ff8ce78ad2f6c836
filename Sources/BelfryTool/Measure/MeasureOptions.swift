// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import ArgumentParser
internal import BelfryMeasure
internal import BelfryModel
internal import BelfryPlot
internal import BelfryRuntime

/// Which runs a measuring is made of.
struct MeasureOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: "How many runs of each kind; 1000 unless another number is given."
    )
    var runs: Int?

    @Flag(help: "Only warm runs, in workers that are there; otherwise cold ones too.")
    var warm = false

    @Flag(help: "Only cold runs, each in a new worker; otherwise warm ones too.")
    var cold = false

    @Option(help: "How many runs at once; 1, or 64 at most with --rate.")
    var concurrency: Int?

    @Option(
        help: ArgumentHelp(
            "Measure at several concurrencies, and how runs and latency grow with them.",
            valueName: "concurrency=1,2,4,…"
        )
    )
    var sweep: SweepOption?

    @Option(
        help: """
            How many runs are to begin each second, whether others have ended or not; latency counts \
            from when they were to begin.
            """
    )
    var rate: Double?

    @Flag(help: "Have the bundle and the SDK read from the disk for each cold run.")
    var coldCache = false

    @Option(
        help: ArgumentHelp(
            """
            What to fail on, such as 'p99.wall > 60%; fallback > 0'; a share is of the budget, or of \
            all runs.
            """,
            valueName: "expression"
        )
    )
    var failOn: String?

    @Option(help: ArgumentHelp("Write what --fail-on said for a CI system.", valueName: "file"))
    var junit: String?

    func validate() throws {
        guard (1...Self.runLimit).contains(runCount) else {
            throw ValidationError("--runs is from 1 to \(MeasuredText.count(Self.runLimit)).")
        }
        guard !cold || !warm else {
            throw ValidationError(
                "Both kinds are measured without --cold and --warm: give one, or none."
            )
        }
        guard (1...Self.concurrencyLimit).contains(concurrency ?? 1) else {
            throw ValidationError("--concurrency is from 1 to \(Self.concurrencyLimit).")
        }
        guard (0.001...1_000_000).contains(rate ?? 1) else {
            throw ValidationError("--rate is from 0.001 to 1000000 runs each second.")
        }
        guard !coldCache || (rate == nil && concurrency ?? 1 == 1 && !warm) else {
            throw ValidationError("--cold-cache is for cold runs, one at a time.")
        }
        guard sweep == nil || (concurrency == nil && rate == nil && !coldCache) else {
            throw ValidationError(
                "--sweep sets the concurrency itself: leave out --concurrency, --rate, --cold-cache."
            )
        }
        guard junit == nil || failOn != nil else {
            throw ValidationError("--junit says what --fail-on said: give that too.")
        }
    }

    private var runCount: Int { runs ?? 1000 }

    /// Whether each run begins as the one before it ends.
    var isPlain: Bool { concurrency ?? 1 == 1 && rate == nil && sweep == nil }

    /// A hundred runs each microsecond would take as long as a person waits.
    private static let runLimit = 100_000_000
    static let concurrencyLimit = 1024

    /// Plans the parts.
    ///
    /// - Parameters:
    ///   - bundle: The extension.
    ///   - budget: The budget; nil for what its manifest asks for.
    ///   - cache: What is dropped before each cold run.
    /// - Returns: Cold before warm, which leaves workers that a cold run would have to wait for.
    func plans(
        for bundle: ExtensionBundle,
        budget: Budget?,
        cache: PageCache? = nil
    ) -> [PartPlan] {
        let kinds = cold || warm ? [cold] : [true, false]
        var declared = Budget()
        declared.apply(bundle.manifest.budget)
        return kinds.flatMap { isCold in
            paces.map { pace in
                var plan = PartPlan(
                    name: name(isCold, pace),
                    isCold: isCold,
                    budget: budget ?? declared,
                    runCount: runCount,
                    pace: pace,
                    parallelRuns: bundle.manifest.parallelRuns
                )
                if isCold, let cache { plan.prepare = { cache.drop() } }
                return plan
            }
        }
    }

    private func name(_ isCold: Bool, _ pace: Pace) -> String {
        let kind = isCold ? "cold" : "warm"
        return sweep == nil ? kind : "\(kind), \(pace.concurrency) at once"
    }

    /// One, or each of those of a sweep.
    private var paces: [Pace] {
        if let sweep { return sweep.concurrencies.map(Pace.closed) }
        guard let rate else { return [.closed(concurrency: concurrency ?? 1)] }
        return [.open(runsPerSecond: rate, concurrency: concurrency ?? Pace.openConcurrency)]
    }
}
