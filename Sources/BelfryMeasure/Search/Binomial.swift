// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Glibc

/// What a number of runs, of which some failed, says about the share that fails: exactly, for any
/// numbers (Clopper and Pearson, 1934).
package enum Binomial {
    /// The probability of at most so many failures in so many runs, each of which fails with the
    /// same probability.
    package static func cumulative(_ failureCount: Int, of runCount: Int, share: Double) -> Double {
        if failureCount >= runCount || share <= 0 { return 1 }
        if failureCount < 0 || share >= 1 { return 0 }
        // Logarithms: the first term of many runs is smaller than a number can be.
        let odds = log(share) - log1p(-share)
        var term = Double(runCount) * log1p(-share)
        var terms = [term]
        for index in stride(from: 1, through: failureCount, by: 1) {
            term += log(Double(runCount - index + 1) / Double(index)) + odds
            terms.append(term)
        }
        let largest = terms.max() ?? term
        let sum = terms.reduce(0) { $0 + exp($1 - largest) }
        return min(1, exp(largest + log(sum)))
    }

    /// How sure it is that at least a share of all runs completes.
    ///
    /// - Parameters:
    ///   - target: The share, such as 0.999.
    ///   - runCount: How many runs were made.
    ///   - failureCount: How many of them did not complete.
    /// - Returns: 0 to 1; with no failure it is 1 - targetⁿ.
    package static func confidence(
        of target: Double,
        _ runCount: Int,
        _ failureCount: Int
    )
        -> Double
    {
        runCount == 0 ? 0 : 1 - cumulative(failureCount, of: runCount, share: 1 - target)
    }

    /// The share of runs that at least completes, as sure as is asked for.
    package static func lowerBound(
        _ runCount: Int,
        _ failureCount: Int,
        confidence: Double
    )
        -> Double
    {
        guard runCount > failureCount else { return 0 }
        var (low, high) = (0.0, 1.0)
        // The confidence falls as the share rises; 60 halvings are a number's precision.
        for _ in 0..<60 {
            let middle = (low + high) / 2
            if self.confidence(of: middle, runCount, failureCount) >= confidence {
                low = middle
            } else {
                high = middle
            }
        }
        return low
    }

    /// How many runs without a failure it takes to be so sure of a share.
    package static func runsNeeded(for target: Double, confidence: Double) -> Int {
        Int((log1p(-confidence) / log(target)).rounded(.up))
    }

    /// How many runs may fail, at most, for so many to show a share; nil when even none is too many.
    package static func failuresAllowed(
        in runCount: Int,
        for target: Double,
        confidence: Double
    ) -> Int? {
        var allowed: Int?
        var failureCount = 0
        while failureCount < runCount,
            self.confidence(of: target, runCount, failureCount) >= confidence
        {
            allowed = failureCount
            failureCount += 1
        }
        return allowed
    }
}
