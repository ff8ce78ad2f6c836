// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// How far a part has come, for whoever watches.
package struct MeasurementProgress: Sendable, Equatable {
    /// The part's name.
    package var part: String
    package var finishedCount: Int
    package var runCount: Int

    /// Since the first of its runs began; zero before, while it warms up.
    package var elapsed: Duration

    /// Runs whose original was delivered although the extension was called, or that it did not load.
    package var failureCount: Int

    /// How long all of it takes at the present speed; nil while nobody can say.
    package var remaining: Duration? {
        guard finishedCount > 0 else { return nil }
        return elapsed * Double(runCount - finishedCount) / Double(finishedCount)
    }
}
