// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryCenter

/// How the runs of each app's service extension ended, and how long they took, over several spans of
/// time that follow each other.
package struct RunStatistics: Equatable, Sendable {
    /// The runs of one app's service extension.
    package struct App: Equatable, Sendable {
        /// The app.
        package var app: String

        /// All of them, and those of each span.
        package var all: Tally
        package var spans: [Tally]

        package init(app: String, all: Tally = Tally(), spans: [Tally]) {
            self.app = app
            self.all = all
            self.spans = spans
        }
    }

    /// How so many runs ended.
    package struct Tally: Equatable, Sendable {
        /// How many ended in each way, the most frequent first.
        package var endings: [Ending] = []

        /// How long those with a worker took; nil where there was none.
        package var wall: Wall?

        package init() {}
    }

    /// Runs that ended in one way.
    package struct Ending: Equatable, Sendable {
        /// How they ended, and how many did.
        package var verdict: RecordedVerdict
        package var count: Int

        package init(_ verdict: RecordedVerdict, _ count: Int) {
            self.verdict = verdict
            self.count = count
        }
    }

    /// How long runs took, in microseconds.
    ///
    /// A percentile is the time within which so many of a hundred were done: the time of one of the
    /// runs, and no mean of two (nearest rank).
    package struct Wall: Equatable, Sendable {
        /// How many runs these are of.
        package var count: Int

        /// What half, 95 and 99 of a hundred were done within.
        package var p50: Int
        package var p95: Int
        package var p99: Int

        /// What the longest took.
        package var maximum: Int

        /// The largest budget that one of them had.
        package var limit: Int

        package init(count: Int, p50: Int, p95: Int, p99: Int, maximum: Int, limit: Int) {
            self.count = count
            self.p50 = p50
            self.p95 = p95
            self.p99 = p99
            self.maximum = maximum
            self.limit = limit
        }
    }

    /// The spans, each from a time to the one before the next.
    package var spans: [Range<UnixTime>]

    /// The apps that had runs, in the order of their identifiers.
    package var apps: [App]

    package init(spans: [Range<UnixTime>], apps: [App]) {
        self.spans = spans
        self.apps = apps
    }
}

extension RunStatistics.Tally {
    /// The runs in which the extension was asked: all but those that the gate kept from it.
    package var runCount: Int { endings.reduce(0) { $0 + $1.count } - count(.notCalled) }

    /// The runs after which the original was shown although the extension was to be asked.
    package var fallbacks: [RunStatistics.Ending] {
        endings.filter { $0.verdict.outcome == .fallback }
    }

    /// The runs that came to something.
    package func count(_ outcome: RecordedVerdict.Outcome) -> Int {
        endings.reduce(0) { $0 + ($1.verdict.outcome == outcome ? $1.count : 0) }
    }
}
