// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryRandom

/// Runs two builds of an extension in turns, and says what changed.
package struct Comparer: Sendable {
    /// What to compare.
    package struct Options: Sendable {
        /// What the order in each pair is drawn with, and the resampling.
        package var seed: UInt64

        /// How sure an interval is to be.
        package var confidence = 0.95

        /// How often the sessions are drawn anew.
        package var drawCount = 2000

        package init(seed: UInt64) {
            self.seed = seed
        }
    }

    /// What came of it.
    package struct Result: Sendable {
        /// The new build's parts, by themselves.
        package var parts: [MeasuredPart]

        /// What changed; without the old bundle's path and version, which are not known here.
        package var comparison: ComparisonReport
    }

    /// A build, what makes its runs, and the parts of it.
    package struct Build: Sendable {
        let maker: SourceRack.Maker
        let plans: [PartPlan]

        package init(_ plans: [PartPlan], _ maker: @escaping SourceRack.Maker) {
            self.maker = maker
            self.plans = plans
        }
    }

    private let old: Build
    private let new: Build
    private let payloads: [MeasuredPayload]
    private let options: Options
    private let progress: SearchProgress

    /// - Parameters:
    ///   - old: The build that is compared with.
    ///   - new: The other, with parts of the same kinds.
    ///   - payloads: What both are asked about, in turn; one at least.
    ///   - options: How to compare.
    ///   - progress: Is told of every run.
    package init(
        old: Build,
        new: Build,
        payloads: [MeasuredPayload],
        options: Options,
        progress: SearchProgress = SearchProgress()
    ) {
        precondition(!payloads.isEmpty, "a run is about a payload")
        precondition(old.plans.map(\.isCold) == new.plans.map(\.isCold), "kinds are compared")
        self.old = old
        self.new = new
        self.payloads = payloads
        self.options = options
        self.progress = progress
    }

    /// Compares, until all is done or the stop sign is raised.
    ///
    /// - Returns: What changed.
    /// - Throws: What keeps runs from being made.
    package func compare(until stopSign: StopSign = StopSign()) async throws -> Result {
        let rack = SourceRack([old.maker, new.maker])
        let (parts, compared) = try await stopSign.guarding(rack.stop) {
            var generator = SeededGenerator(seed: options.seed)
            var parts: [MeasuredPart] = []
            var compared: [ComparedRuns] = []
            for (before, after) in zip(old.plans, new.plans) where !Task.isCancelled {
                let runs = InterleavedRuns(
                    plans: [before, after],
                    rack: rack,
                    payloads: payloads,
                    progress: progress
                )
                var pairs = ComparedRuns(isCold: after.isCold)
                let measured = try await runs.run(drawing: &generator) { reports, session in
                    pairs.add(old: reports[0], new: reports[1], session: session)
                }
                parts += measured.dropFirst()
                if pairs.pairCount > 0 { compared.append(pairs) }
            }
            return (parts, compared)
        }
        return Result(parts: parts, comparison: report(on: compared))
    }

    private func report(on parts: [ComparedRuns]) -> ComparisonReport {
        let comparisonCount = max(1, parts.reduce(0) { $0 + $1.comparisonCount })
        let corrected = 1 - (1 - options.confidence) / Double(comparisonCount)
        let judge = ChangeJudge(
            bootstrap: Bootstrap(drawCount: options.drawCount, seed: options.seed),
            confidence: options.confidence,
            correctedConfidence: corrected
        )
        return ComparisonReport(
            oldPath: "",
            oldVersion: "",
            seed: options.seed,
            pairCount: parts.map(\.pairCount).max() ?? 0,
            sessionCount: parts.map(\.sessionCount).max() ?? 0,
            confidence: options.confidence,
            comparisonCount: comparisonCount,
            correctedConfidence: corrected,
            metrics: parts.flatMap(judge.metrics),
            completions: parts.map(judge.completion)
        )
    }
}
