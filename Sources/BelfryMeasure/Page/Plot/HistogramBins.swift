// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryPlot

/// The runs of one metric by the bins of a plot's axis, all equally wide there.
struct HistogramBins: Equatable {
    /// The share of the runs in each bin.
    let shares: [Double]

    static let count = 40

    private static let leastPart = 0.02

    /// Spreads each bucket over the bins that it is in.
    init(_ buckets: [MeasuredMetric.Bucket], on scale: AxisScale) {
        let total = buckets.reduce(0.0) { $0 + Double($1.count) }
        var shares = [Double](repeating: 0, count: Self.count)
        for bucket in buckets {
            let from = scale.position(of: bucket.from) * Double(Self.count)
            let to = scale.position(of: bucket.to) * Double(Self.count)
            let first = min(Int(from), Self.count - 1)
            let last = min(max(first, Int(to.rounded(.up)) - 1), Self.count - 1)
            for bin in first...last {
                let overlap = min(to, Double(bin + 1)) - max(from, Double(bin))
                let part = to > from ? max(0, overlap) / (to - from) : 1
                // A sliver in the next bin is how buckets are cut, not how the runs were.
                if part >= Self.leastPart { shares[bin] += Double(bucket.count) / total * part }
            }
        }
        self.shares = shares
    }

    /// The bins that follow each other without an empty one between.
    var islands: [Range<Int>] {
        var islands: [Range<Int>] = []
        for (bin, share) in shares.enumerated() where share > 0 {
            if let last = islands.last, last.upperBound == bin {
                islands[islands.count - 1] = last.lowerBound..<bin + 1
            } else {
                islands.append(bin..<bin + 1)
            }
        }
        return islands
    }
}
