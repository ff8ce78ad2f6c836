// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryPlot

/// What two builds of an extension do differently, with how sure that is.
package struct ComparisonReport: Sendable, Codable {
    /// The bundle that is compared with, by path and version.
    package var oldPath: String
    package var oldVersion: String

    /// What the order in each pair was drawn with, and the resampling.
    package var seed: UInt64

    /// How many pairs there are of each kind of run.
    package var pairCount: Int

    /// How many sessions they were made in, each with processes of its own.
    package var sessionCount: Int

    /// How sure each interval is by itself, such as 0.95.
    package var confidence: Double

    /// How many comparisons there are, and how sure each must be for all of them together to be as
    /// sure as that: 1 - (1 - confidence) / comparisons (Bonferroni).
    package var comparisonCount: Int
    package var correctedConfidence: Double

    /// How each measured quantity changed, with the certainty of that.
    package var metrics: [MetricChange]

    /// How the share of completed runs changed.
    package var completions: [CompletionChange]
}

/// What can be said of a change.
package enum Change: String, Sendable, Codable {
    /// The new build has more of it, or less: slower, larger; faster, smaller.
    case more, less
    /// None can be shown: there is none, or it is smaller than these runs can tell.
    case noneShown
    /// There are too few runs to speak of this percentile.
    case tooFewRuns
}

/// How a percentile of a metric changed.
package struct MetricChange: Sendable, Codable {
    /// `warm` or `cold`.
    package var kind: String
    package var metric: MetricName

    /// `ms` or `bytes`.
    package var unit: String

    /// 50, 90 or 99.
    package var percentile: Double
    package var old: Double
    package var new: Double

    /// New less old; and as a share of the old one, 0.1 for a tenth more, nil where that was 0.
    package var difference: ChangeInterval
    package var share: ChangeInterval?

    /// By the corrected interval, not by the one that is given here.
    package var change: Change

    /// The percentile's name, such as `p99`.
    package var percentileText: String { "p\(Decimal.fixed(percentile, digits: 1))" }
}

/// How often runs completed.
package struct CompletionChange: Sendable, Codable {
    /// `warm` or `cold`.
    package var kind: String

    /// Runs whose notification was delivered, or dropped, by the extension's own decision.
    package var oldCount: Int
    package var newCount: Int
    package var pairCount: Int

    /// New less old, of the shares of runs that completed (Newcombe 1998, method 10).
    package var difference: ChangeInterval
    package var change: Change
}

/// A difference, and between what bounds the true one is.
package struct ChangeInterval: Sendable, Codable, Equatable {
    package var value: Double
    package var low: Double
    package var high: Double

    /// Which way it goes, where it goes one way.
    var change: Change { low > 0 ? .more : high < 0 ? .less : .noneShown }
}
