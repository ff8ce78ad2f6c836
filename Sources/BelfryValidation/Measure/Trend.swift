// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// How much a measure grows from run to run, told apart from how it jumps.
package struct Trend: Sendable, Equatable {
    /// The least growth of the three thirds of the runs, in units a run.
    ///
    /// A leak shows in each of them; a cache that fills, an arena that is mapped or a sample taken at
    /// a bad moment shows in one.
    package let slope: Double

    /// The first and the last value that were looked at.
    package let first: Double
    package let last: Double

    /// Looks at a measure's values, one a run; nil with fewer than nine values left.
    ///
    /// - Parameters:
    ///   - values: The values, in the order of the runs.
    ///   - settling: How many of the first are left out, since caches fill in them.
    package init?(_ values: [Double], settling: Int = 0) {
        let values = Array(values.dropFirst(settling))
        guard values.count >= 9, let first = values.first, let last = values.last else {
            return nil
        }
        self.first = first
        self.last = last
        let third = values.count / 3
        let parts = [values[..<third], values[third..<(2 * third)], values[(2 * third)...]]
        slope = parts.map { Self.medianSlope(Array($0)) }.min() ?? 0
    }

    /// The median slope of all pairs of values (Theil and Sen), which single values do not move.
    private static func medianSlope(_ values: [Double]) -> Double {
        var slopes: [Double] = []
        for left in values.indices {
            for right in values.indices where right > left {
                slopes.append((values[right] - values[left]) / Double(right - left))
            }
        }
        slopes.sort()
        let middle = slopes.count / 2
        return slopes.count.isMultiple(of: 2)
            ? (slopes[middle - 1] + slopes[middle]) / 2 : slopes[middle]
    }
}
