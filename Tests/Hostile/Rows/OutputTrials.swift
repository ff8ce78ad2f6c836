// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import Testing

/// Rows 89 to 91: fields that are too large or not well formed.
enum OutputTrials {
    private static func forged(
        _ fixture: String,
        _ act: String,
        _ reasons: Verdict.Fallback...
    ) -> Trial {
        Trial(
            act,
            .named(fixture),
            Expectation(verdicts: reasons.map(Verdict.fallback), strikes: nil),
            act: act
        )
    }

    static let large: [Trial] = [
        Trial(
            "a hundred megabytes",
            .named("89-writes-far-too-much"),
            .delivered(answers: ["title": ["-1", "-4"], "body": Refused.limit]),
            act: "title"
        ),
        forged("89-writes-far-too-much", "forged", .output),
        forged("89-writes-far-too-much", "keys", .output),
        forged("89-writes-far-too-much", "depth", .output),
        forged("89-writes-far-too-much", "nested", .output),
        forged("89-writes-far-too-much", "no-json", .output),
        forged("89-writes-far-too-much", "array", .output),
        forged("89-writes-far-too-much", "twice", .output),
    ]

    static let texts: [Trial] = [
        forged("90-writes-bad-text", "forged-byte", .output),
        forged("90-writes-bad-text", "forged-surrogate", .output),
        forged("90-writes-bad-text", "forged-overlong", .output),
        Trial(
            "through the host's table",
            .named("90-writes-bad-text"),
            Expectation.delivered(
                answers: Refused.all(
                    ["byte", "overlong", "surrogate", "beyond", "cut"],
                    Refused.argument
                ).merging(Refused.all(["zero", "override", "escape"], ["0"])) { first, _ in first }
            ).and { outcome in
                #expect(outcome.report.log.count >= 2)
                let scalars = outcome.report.log.flatMap(\.text.unicodeScalars)
                #expect(scalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x202e })
            }
        ),
    ]

    // The worker's table answers with an error, so whoever sends them past it is a liar twice: with
    // content that is not well formed, in a packet that no worker of ours sends.
    static let numbers: [Trial] =
        ["forged-badge", "forged-level", "forged-nan", "forged-infinity"].map {
            forged("91-writes-bad-numbers", $0, .output, .protocol)
        } + [
            Trial(
                "through the host's table",
                .named("91-writes-bad-numbers"),
                .delivered(
                    answers: Refused.all(
                        [
                            "badge", "badge-huge", "level", "count", "sound", "nan", "infinity",
                            "negative",
                        ],
                        Refused.argument
                    )
                )
            )
        ]
}
