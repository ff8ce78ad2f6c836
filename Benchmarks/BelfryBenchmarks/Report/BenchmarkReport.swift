// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// All that was measured, for machines; times in microseconds.
struct BenchmarkReport: Sendable, Codable {
    /// The version of the JSON form.
    var schema = 2

    let date: Date
    let machine: Machine

    /// The share of the cores' time that other programs used; nil where the kernel does not tell.
    let disturbance: Double?

    /// What the caller said of versions and the like.
    let notes: [Note]

    /// `release` or `debug`.
    let configuration: String

    let roundCount: Int
    let comparisons: [ComparisonSummary]

    /// The same with peers in the limits' place; none when none was there to be measured.
    let peers: [ComparisonSummary]

    let targets: [Target.Outcome]
    let parts: [SeriesSummary]

    /// Why the numbers are to be doubted; empty when there is no reason seen.
    var doubts: [String] {
        var doubts: [String] = []
        if let disturbance, disturbance > Self.disturbanceLimit {
            doubts.append("other programs used \(disturbance.percentage) of the machine meanwhile")
        }
        if configuration != "release" { doubts.append("this is a \(configuration) build") }
        return doubts
    }

    /// More than this of a machine that others use shows in the spread.
    private static let disturbanceLimit = 0.1

    /// Sums up rounds.
    init(
        rounds: [Round],
        machine: Machine,
        disturbance: Double?,
        notes: [Note],
        idleMemory: [String: Double]
    ) {
        date = Date()
        self.machine = machine
        self.disturbance = disturbance
        self.notes = notes
        #if DEBUG
        configuration = "debug"
        #else
        configuration = "release"
        #endif
        roundCount = rounds.count
        comparisons = Self.comparisons(Series.pairs, in: rounds)
        peers = Self.comparisons(Series.peers, in: rounds)
        targets = Target.all.map { $0.outcome(in: rounds, idleMemory: idleMemory) }
        parts = Series.parts.compactMap { SeriesSummary($0, in: rounds) }
    }

    private static func comparisons(
        _ pairs: [(subject: Series, limit: Series)],
        in rounds: [Round]
    ) -> [ComparisonSummary] {
        pairs.compactMap { Comparison(of: $0, in: rounds).map(ComparisonSummary.init) }
    }

    /// A name and a value, such as a version.
    struct Note: Sendable, Codable, Equatable {
        let name: String
        let value: String

        /// Reads `NAME=VALUE`; nil when it is not that.
        init?(_ text: String) {
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else { return nil }
            name = parts[0]
            value = parts[1]
        }
    }
}

/// A series, summed up.
struct SeriesSummary: Sendable, Codable {
    let series: Series
    let title: String
    let count: Int
    let p10: Double
    let median: Double
    let p90: Double
    let p99: Double

    init(_ series: Series, _ distribution: Distribution<Duration>) {
        self.series = series
        title = series.title
        count = distribution.count
        p10 = distribution.quantile(0.1).microseconds
        median = distribution.median.microseconds
        p90 = distribution.quantile(0.9).microseconds
        p99 = distribution.quantile(0.99).microseconds
    }

    init?(_ series: Series, in rounds: [Round]) {
        guard let distribution = Distribution(rounds.flatMap { $0[series] }) else { return nil }
        self.init(series, distribution)
    }
}

/// Something and its limit, summed up.
struct ComparisonSummary: Sendable, Codable {
    let subject: SeriesSummary
    let limit: SeriesSummary

    /// The ratio of the medians of a round: its quantiles over the rounds.
    let ratioP10: Double
    let ratio: Double
    let ratioP90: Double

    init(_ comparison: Comparison) {
        subject = SeriesSummary(comparison.pair.subject, comparison.subject)
        limit = SeriesSummary(comparison.pair.limit, comparison.limit)
        ratioP10 = comparison.ratio.quantile(0.1)
        ratio = comparison.ratio.median
        ratioP90 = comparison.ratio.quantile(0.9)
    }
}

extension Duration {
    /// The duration in microseconds.
    var microseconds: Double { self / .microseconds(1) }
}

extension Double {
    /// A share as whole percents.
    var percentage: String { "\(Int((self * 100).rounded())) %" }
}
