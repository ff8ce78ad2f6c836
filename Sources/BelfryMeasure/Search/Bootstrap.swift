// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryRandom

/// How far percentiles of pairs differ, and how far they could by chance.
///
/// Whole sessions are drawn anew, not runs: two processes of one build differ, by where the linker
/// and the kernel happened to put things, for as long as they live. How much the drawn differences
/// spread is the standard error, and the bounds are as many of it away as Student's distribution
/// asks for with so few sessions.
struct Bootstrap {
    /// How often all sessions are drawn anew.
    var drawCount = 2000
    var seed: UInt64

    /// The difference of one percentile.
    struct Result {
        let old: Double
        let new: Double
        fileprivate let error: Double
        fileprivate let shareError: Double
        fileprivate let sessionCount: Int

        /// New less old.
        func difference(confidence: Double) -> ChangeInterval {
            interval(new - old, error, confidence, least: -old)
        }

        /// The same as a share of the old one; nil where that was 0.
        func share(confidence: Double) -> ChangeInterval? {
            guard old != 0, shareError.isFinite else { return nil }
            return interval(new / old - 1, shareError, confidence, least: -1)
        }

        private func interval(
            _ value: Double,
            _ error: Double,
            _ confidence: Double,
            least: Double
        ) -> ChangeInterval {
            let reach = Student.reach(of: confidence, degrees: sessionCount - 1) * error
            // Nothing gets less by more than all that there was.
            let low = max(least, value - reach)
            return ChangeInterval(value: value, low: low, high: value + reach)
        }
    }

    /// Draws.
    ///
    /// - Parameters:
    ///   - samples: The pairs, of two sessions at least.
    ///   - percentiles: Rising.
    /// - Returns: A result for each percentile.
    func results(of samples: PairedSamples, _ percentiles: [Double]) -> [Result] {
        let sessionCount = samples.sessionCount
        let old = RankedValues(samples.old, sessions: samples.sessions)
        let new = RankedValues(samples.new, sessions: samples.sessions)
        var sizes = [Int](repeating: 0, count: sessionCount)
        for session in samples.sessions { sizes[session] += 1 }
        let once = [Int](repeating: 1, count: sessionCount)
        let ranks = percentiles.map { PairedSamples.rank($0, of: samples.count) }
        let (before, after) = (
            old.values(at: ranks, times: once), new.values(at: ranks, times: once)
        )
        var differences = [Spread](repeating: Spread(), count: ranks.count)
        var shares = differences
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<drawCount {
            var times = [Int](repeating: 0, count: sessionCount)
            for _ in 0..<sessionCount { times[generator.index(below: sessionCount)] += 1 }
            let count = zip(times, sizes).reduce(0) { $0 + $1.0 * $1.1 }
            let ranks = percentiles.map { PairedSamples.rank($0, of: count) }
            let (before, after) = (
                old.values(at: ranks, times: times), new.values(at: ranks, times: times)
            )
            for index in ranks.indices {
                differences[index].add(after[index] - before[index])
                shares[index].add(after[index] / before[index])
            }
        }
        // Drawn from themselves, few sessions spread less than they do.
        let scale = (Double(sessionCount) / Double(sessionCount - 1)).squareRoot()
        return ranks.indices.map { index in
            Result(
                old: before[index],
                new: after[index],
                error: differences[index].deviation * scale,
                shareError: shares[index].deviation * scale,
                sessionCount: sessionCount
            )
        }
    }
}

/// How far numbers are from their mean (Welford 1962).
private struct Spread {
    private var count = 0.0
    private var mean = 0.0
    private var sum = 0.0

    mutating func add(_ value: Double) {
        count += 1
        let distance = value - mean
        mean += distance / count
        sum += distance * (value - mean)
    }

    var deviation: Double { count > 1 ? (sum / (count - 1)).squareRoot() : .infinity }
}
