// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport

/// One kind of run in the mixed soak.
struct SoakEntry: Sendable {
    let fixture: Fixture

    /// What the fixture is asked to do.
    var act = ""

    /// Parts of the budget.
    var budget = ""

    /// How often it is chosen, in comparison with the others.
    var weight = 10

    /// The verdicts that are right; none where it is a matter of chance.
    var verdicts: [Verdict] = []

    /// The good extension, whose every result is known.
    var isGood = false

    /// One that crashes or is killed at once.
    static func fast(_ name: String, _ acts: String..., verdict: Verdict) -> [SoakEntry] {
        acts.map { SoakEntry(fixture: .named(name), act: $0, verdicts: [verdict]) }
    }

    /// One that is never loaded.
    static func refused(_ name: String, _ flavours: String..., verdict: Verdict) -> [SoakEntry] {
        flavours.map { SoakEntry(fixture: .named(name, $0), weight: 5, verdicts: [verdict]) }
    }
}
