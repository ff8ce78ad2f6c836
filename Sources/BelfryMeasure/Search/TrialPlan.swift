// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What is asked of budgets, and what it takes to show it.
package struct TrialPlan: Sendable, Equatable {
    /// The share of runs that is to complete.
    package let target: Double

    /// How sure that must be.
    package let confidence: Double

    /// How many runs a trial has of each kind.
    package let runCount: Int

    /// How many of them may fail; nil when even none would not show it.
    package let failuresAllowed: Int?

    /// - Parameters:
    ///   - target: The share of runs that is to complete.
    ///   - confidence: How sure that must be.
    ///   - runCount: How many runs a trial has; nil for as many as it takes when none fails.
    package init(target: Double = 0.999, confidence: Double = 0.95, runCount: Int? = nil) {
        self.target = target
        self.confidence = confidence
        self.runCount =
            runCount ?? Binomial.runsNeeded(for: target, confidence: confidence)
        failuresAllowed = Binomial.failuresAllowed(
            in: self.runCount,
            for: target,
            confidence: confidence
        )
    }

    /// Whether so many failures, of as many runs as there are to be, let a budget pass.
    ///
    /// Where there are too few runs to show the target, none may fail: what passes is then the best
    /// that can be said, and is said with the confidence it has.
    package func passes(failureCount: Int) -> Bool { failureCount <= failuresAllowed ?? 0 }

    /// What so few runs do show; nil when there are enough.
    package var shortfall: String? {
        guard failuresAllowed == nil else { return nil }
        let reached = Binomial.confidence(of: target, runCount, 0)
        let needed = Binomial.runsNeeded(for: target, confidence: confidence)
        return """
            \(runCount) runs a trial show \(SharePercent.text(target)) with a confidence of \
            \(SharePercent.text(reached)) at best: make \(needed), or ask for less (--tune-target)
            """
    }
}

/// Shares as people read them.
package enum SharePercent {
    /// A share such as `99.9 %`, rounded down: what is shown is never said to be more.
    package static func text(_ share: Double) -> String {
        let digits = share < 0.99 ? 10.0 : 100
        let value = (share * 100 * digits + 1e-6).rounded(.down) / digits
        return "\(Int(exactly: value).map(String.init) ?? "\(value)") %"
    }
}
