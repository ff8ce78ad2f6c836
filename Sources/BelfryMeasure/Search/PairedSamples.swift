// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// One metric of pairs of runs, old and new build, in the order in which they were made.
struct PairedSamples: Sendable {
    private(set) var old: [Double] = []
    private(set) var new: [Double] = []

    var count: Int { old.count }

    mutating func add(old: Double, new: Double) {
        self.old.append(old)
        self.new.append(new)
    }

    /// The fewest pairs that say something of a percentile: ten beyond it.
    static func pairsNeeded(for percentile: Double) -> Int {
        Int((10 / (1 - percentile / 100)).rounded(.up))
    }

    /// The value that a share of the sorted ones does not exceed.
    static func rank(_ percentile: Double, of count: Int) -> Int {
        min(max(Int((percentile / 100 * Double(count)).rounded(.up)) - 1, 0), count - 1)
    }
}

/// How far the percentiles of pairs differ, and how far they could by chance: by drawing pairs anew.
///
/// Pairs are drawn, not runs, since what slowed one run of a pair is likely to have slowed the other;
/// and in stretches, since it is likely to have slowed the pairs beside it (circular block
/// bootstrap, Politis and Romano 1992). What is printed as its bounds are percentiles of the
/// differences that were drawn.
struct Bootstrap {
    /// How often all pairs are drawn anew.
    var drawCount = 10_000
    var seed: UInt64

    /// The differences of one percentile, as they were and as they were drawn, in order.
    struct Result {
        let old: Double
        let new: Double
        fileprivate let differences: [Double]
        fileprivate let shares: [Double]

        /// New less old.
        func difference(confidence: Double) -> ChangeInterval {
            Self.interval(new - old, differences, confidence)
        }

        /// The same as a share of the old one; nil where that was 0.
        func share(confidence: Double) -> ChangeInterval? {
            guard old != 0, !shares.isEmpty else { return nil }
            return Self.interval(new / old - 1, shares, confidence)
        }

        private static func interval(
            _ value: Double,
            _ drawn: [Double],
            _ confidence: Double
        ) -> ChangeInterval {
            let tail = (1 - confidence) / 2
            let last = Double(drawn.count - 1)
            return ChangeInterval(
                value: value,
                low: drawn[Int((tail * last).rounded(.down))],
                high: drawn[Int(((1 - tail) * last).rounded(.up))]
            )
        }
    }

    /// Draws.
    ///
    /// - Parameters:
    ///   - samples: The pairs; one at least.
    ///   - percentiles: Rising.
    /// - Returns: A result for each percentile.
    func results(of samples: PairedSamples, _ percentiles: [Double]) -> [Result] {
        let count = samples.count
        let old = RankedValues(samples.old)
        let new = RankedValues(samples.new)
        let ranks = percentiles.map { PairedSamples.rank($0, of: count) }
        var differences = [[Double]](repeating: [], count: ranks.count)
        var shares = differences
        var generator = SplitMix(seed: seed)
        var drawn = [Int](repeating: 0, count: count)
        for _ in 0..<drawCount {
            draw(&drawn, &generator)
            let (before, after) = (
                old.values(at: ranks, of: drawn), new.values(at: ranks, of: drawn)
            )
            for index in ranks.indices {
                differences[index].append(after[index] - before[index])
                if before[index] != 0 { shares[index].append(after[index] / before[index] - 1) }
            }
        }
        return ranks.indices.map {
            Result(
                old: old.sorted[ranks[$0]],
                new: new.sorted[ranks[$0]],
                differences: differences[$0].sorted(),
                shares: shares[$0].count == drawCount ? shares[$0].sorted() : []
            )
        }
    }

    /// Draws stretches of pairs until there are as many as there were.
    private func draw(_ drawn: inout [Int], _ generator: inout SplitMix) {
        let count = drawn.count
        let length = Self.stretch(of: count)
        var (place, left) = (0, 0)
        for index in 0..<count {
            if left == 0 { (place, left) = (generator.index(below: count), length) }
            drawn[index] = place
            place = place + 1 == count ? 0 : place + 1
            left -= 1
        }
    }

    /// The cube root of how many there are.
    private static func stretch(of count: Int) -> Int {
        var length = 1
        while (length + 1) * (length + 1) * (length + 1) <= count { length += 1 }
        return length
    }
}

/// Values by order, from which any percentile of a draw is counted, not sorted.
private struct RankedValues {
    let sorted: [Double]

    /// Where each value is in the order.
    private let ranks: [Int]

    init(_ values: [Double]) {
        let order = values.indices.sorted { (values[$0], $0) < (values[$1], $1) }
        var ranks = [Int](repeating: 0, count: values.count)
        for (rank, index) in order.enumerated() { ranks[index] = rank }
        self.ranks = ranks
        sorted = order.map { values[$0] }
    }

    /// The values at some ranks, rising, of those that were drawn.
    func values(at wanted: [Int], of drawn: [Int]) -> [Double] {
        var counts = [Int32](repeating: 0, count: ranks.count)
        for index in drawn { counts[ranks[index]] += 1 }
        var found: [Double] = []
        var seen = 0
        for rank in counts.indices {
            seen += Int(counts[rank])
            while found.count < wanted.count, wanted[found.count] < seen {
                found.append(sorted[rank])
            }
            if found.count == wanted.count { break }
        }
        return found
    }
}
