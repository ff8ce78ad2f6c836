// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// How a worker's memory grows with its runs: a line through all that was seen, in a few sums.
///
/// Workers that follow each other count as one: each begins at its first run again.
struct GrowthTrend {
    private var count = 0.0
    private var sumX = 0.0
    private var sumY = 0.0
    private var sumXX = 0.0
    private var sumXY = 0.0
    private var sumYY = 0.0
    private var least = Int.max
    private var most = 0

    /// Counts what a worker held above its baseline after its run of an ordinal.
    mutating func add(run ordinal: Int, byteCount: Double) {
        let x = Double(ordinal)
        count += 1
        sumX += x
        sumY += byteCount
        sumXX += x * x
        sumXY += x * byteCount
        sumYY += byteCount * byteCount
        least = min(least, ordinal)
        most = max(most, ordinal)
    }

    /// A leak; nil where memory does not grow steadily, or by too little to tell.
    var leak: Leak? {
        guard count >= Self.leastCount, most > least else { return nil }
        let varianceX = sumXX - sumX * sumX / count
        let varianceY = sumYY - sumY * sumY / count
        let covariance = sumXY - sumX * sumY / count
        guard varianceX > 0, varianceY > 0 else { return nil }
        let slope = covariance / varianceX
        let fit = covariance * covariance / (varianceX * varianceY)
        guard fit >= Self.leastFit, slope * Double(most - least) >= Self.leastGrowth else {
            return nil
        }
        return Leak(byteCountPerRun: slope, byteCountAtFirstRun: (sumY - slope * sumX) / count)
    }

    /// Fewer runs show no line.
    private static let leastCount = 16.0

    /// How much of what differs the line has to explain: caches grow too, but not for ever.
    private static let leastFit = 0.7

    /// In bytes, over all runs of one worker: less can be the allocator's.
    private static let leastGrowth = 128.0 * 1024

    struct Leak: Equatable {
        var byteCountPerRun: Double
        var byteCountAtFirstRun: Double

        /// Runs of one worker until it holds so much.
        func runCount(until byteCount: Double) -> Int {
            let runs = (byteCount - byteCountAtFirstRun) / byteCountPerRun
            return max(1, Int(runs.rounded(.up)))
        }
    }
}
