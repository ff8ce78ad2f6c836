// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Glibc

/// The difference of two shares, such as of runs that completed.
enum ShareDifference {
    /// Bounds by Newcombe's tenth method (1998): the scores of both shares combined, good for shares
    /// near 1, where the usual formula gives bounds past it.
    ///
    /// - Parameters:
    ///   - new: How many there were, of how many.
    ///   - old: The same of what it is compared with.
    ///   - confidence: How sure the bounds are to be.
    /// - Returns: New less old.
    static func interval(
        _ new: (count: Int, total: Int),
        _ old: (count: Int, total: Int),
        confidence: Double
    ) -> ChangeInterval {
        guard new.total > 0, old.total > 0 else {
            return ChangeInterval(value: 0, low: -1, high: 1)
        }
        let z = Normal.quantile((1 + confidence) / 2)
        let (first, second) = (score(new, z), score(old, z))
        let difference = first.share - second.share
        let below = hypot(first.share - first.low, second.high - second.share)
        let above = hypot(first.high - first.share, second.share - second.low)
        return ChangeInterval(value: difference, low: difference - below, high: difference + above)
    }

    /// Wilson's score interval of one share.
    private static func score(
        _ sample: (count: Int, total: Int),
        _ z: Double
    ) -> (share: Double, low: Double, high: Double) {
        let total = Double(sample.total)
        let share = Double(sample.count) / total
        let middle = share + z * z / (2 * total)
        let spread = z * (share * (1 - share) / total + z * z / (4 * total * total)).squareRoot()
        let scale = 1 + z * z / total
        return (share, max(0, (middle - spread) / scale), min(1, (middle + spread) / scale))
    }
}

/// The normal distribution.
enum Normal {
    /// The value that a share of it does not exceed, by halving the error function.
    static func quantile(_ share: Double) -> Double {
        var (low, high) = (-40.0, 40.0)
        for _ in 0..<80 {
            let middle = (low + high) / 2
            if erfc(-middle / 2.0.squareRoot()) / 2 < share { low = middle } else { high = middle }
        }
        return (low + high) / 2
    }
}
