// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// One metric of pairs of runs, old and new build, and the session that each pair was made in.
struct PairedSamples: Sendable {
    private(set) var old: [Double] = []
    private(set) var new: [Double] = []
    private(set) var sessions: [Int] = []

    var count: Int { old.count }

    /// How many sessions there were.
    var sessionCount: Int { (sessions.last ?? -1) + 1 }

    /// Adds a pair.
    ///
    /// - Parameters:
    ///   - old: What the old build had.
    ///   - new: What the new one had.
    ///   - session: From 0 on, never less than that of the pair before.
    mutating func add(old: Double, new: Double, session: Int) {
        self.old.append(old)
        self.new.append(new)
        sessions.append(session)
    }

    /// The fewest pairs that say something of a percentile: ten beyond it.
    static func pairsNeeded(for percentile: Double) -> Int {
        Int((10 / (1 - percentile / 100)).rounded(.up))
    }

    /// Where the value is, of so many in order, that a share of them does not exceed.
    static func rank(_ percentile: Double, of count: Int) -> Int {
        min(max(Int((percentile / 100 * Double(count)).rounded(.up)) - 1, 0), count - 1)
    }
}

/// Values by order, from which any percentile of a draw of sessions is counted, not sorted.
struct RankedValues {
    /// From the least to the greatest, each with the session that it is from.
    private let sorted: [(value: Double, session: Int)]

    init(_ values: [Double], sessions: [Int]) {
        sorted = zip(values, sessions).map { ($0, $1) }.sorted { $0.0 < $1.0 }
    }

    /// The values at some ranks, rising, when each session is there so many times.
    func values(at ranks: [Int], times: [Int]) -> [Double] {
        var found: [Double] = []
        found.reserveCapacity(ranks.count)
        var seen = 0
        for entry in sorted {
            seen += times[entry.session]
            while found.count < ranks.count, ranks[found.count] < seen {
                found.append(entry.value)
            }
            if found.count == ranks.count { break }
        }
        return found
    }
}
