// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import Testing

extension HostileRow {
    /// J: misuse of the ABI.
    static let misuse: [HostileRow] = [
        HostileRow(74, "completes twice", doubles),
        HostileRow(75, "completes late", [late]),
        HostileRow(
            76,
            "completes with nothing",
            [
                Trial("none", .named("76-completes-with-nothing"), .delivered("before")),
                Trial(
                    "the original",
                    .named("76-completes-with-nothing"),
                    .delivered("before"),
                    act: "original"
                ),
            ]
        ),
        HostileRow(
            77,
            "completes with wild handles",
            [
                "garbage", "all-ones", "request", "released", "next", "generation", "by-handle",
            ].map {
                Trial($0, .named("77-completes-with-wild-handles"), .fallback(.abuse), act: $0)
            }
        ),
        HostileRow(78, "passes bad pointers", pointers),
        HostileRow(79, "reads old views", [oldViews]),
        HostileRow(
            80,
            "sets what it may not",
            [
                Trial(
                    "by every key",
                    .named("80-sets-what-it-may-not"),
                    .delivered(
                        answers: Refused.all(
                            [
                                "original-text", "original-integer", "original-clear",
                                "original-release", "original-detach",
                            ],
                            Refused.state
                        ).merging(
                            Refused.all(
                                [
                                    "unknown-text", "unknown-integer", "unknown-real",
                                    "unknown-clear", "text-as-integer", "integer-as-text",
                                    "integer-as-real", "real-as-integer",
                                ],
                                Refused.unsupported
                            )
                        ) { first, _ in first }
                    )
                )
            ]
        ),
        HostileRow(81, "calls at the wrong time", [wrongTime]),
        HostileRow(82, "completes within callbacks", withinCallbacks),
        HostileRow(
            83,
            "copies for ever",
            [
                Trial(
                    "a million times",
                    .named("83-copies-for-ever"),
                    Expectation.delivered(strikes: nil, answers: ["copies": ["64"]]),
                    RunSettings("wall=20s,cpu=15s")
                )
            ]
        ),
        HostileRow(84, "keeps its completion", [keptCompletion]),
    ]

    private static let doubles = ["same", "other", "handle", "often"].map { act in
        Trial(act, .named("74-completes-twice")) { stage, bundle in
            var strikes = 0
            for _ in 0..<1000 where strikes == 0 {
                let outcome = try await stage.run(bundle, act: act)
                Expectation.delivered(strikes: nil).check(outcome)
                let found = outcome.report.strikes
                #expect(found.allSatisfy { $0.hasSuffix("Completion") }, "\(found)")
                #expect(found.count <= 16)
                strikes += found.count
            }
            // One that comes after the report was written is in none.
            #expect(strikes > 0)
        }
    }

    private static let late = Trial("when the next request is there", .named("75-completes-late")) {
        stage,
        bundle in
        Expectation.delivered("first").check(try await stage.run(bundle))
        let second = try await stage.run(bundle)
        Expectation.delivered(strikes: nil).check(second)
        let strikes = second.report.strikes
        #expect(strikes.count == 2)
        #expect(strikes.allSatisfy { $0.hasSuffix("Completion") }, "\(strikes)")
    }

    private static let pointers =
        [
            Trial(
                "null and absurd",
                .named("78-passes-bad-pointers"),
                .delivered(
                    answers: Refused.all(
                        [
                            "null-out", "null-integer", "null-real", "null-identifier",
                            "null-attachment", "huge", "all", "none", "small-attachment",
                            "huge-path",
                        ],
                        Refused.argument
                    ).merging(["empty": ["0"], "interface": ["1"]]) { first, _ in first }
                )
            )
        ]
        + ["wild-in", "wild-out", "wild-attachment"].map {
            Trial($0, .named("78-passes-bad-pointers"), .crash("SIGSEGV"), act: $0)
        }

    private static let oldViews = Trial("in the next request", .named("79-reads-old-views")) {
        stage,
        bundle in
        Expectation.delivered().check(try await stage.run(bundle))
        let second = try await stage.run(bundle)
        #expect(second.deliveries.count == 1)
        // What it reads is its own memory, gone or not: it may crash on it, and nobody else.
        guard second.verdict != .fallback(.crash) else { return }
        Expectation.delivered(
            strikes: nil,
            answers: [
                "content": Refused.handle, "set": Refused.handle, "identifier": Refused.handle,
                "deadline": ["1"], "original": ["1"], "copy": ["1"],
            ]
        ).check(second)
    }

    private static let wrongTime = Trial("before and after", .named("81-calls-at-the-wrong-time")) {
        stage,
        bundle in
        let outcome = try await stage.run(bundle, RunSettings(fresh: true))
        Expectation.delivered(
            strikes: nil,
            answers: [
                "get": ["-2", "-3"], "complete": ["-2", "-3"], "set": ["-2", "-3"],
                "copy": ["1"], "deadline": ["1"], "decided": ["1"],
            ]
        ).check(outcome)
        #expect(try await stage.isRidOfWorkers())
    }

    private static let withinCallbacks = [
        Trial(
            "start",
            .named("82-completes-within-callbacks"),
            .delivered(strikes: nil, answers: ["start": ["-2", "-3"]])
        ),
        Trial(
            "itself",
            .named("82-completes-within-callbacks"),
            Expectation.delivered(strikes: nil).and { outcome in
                // One that comes after the report was written is in none.
                #expect(
                    outcome.report.strikes.allSatisfy {
                        ["secondCompletion", "badHandle"].contains($0)
                    }
                )
            },
            act: "itself"
        ),
        Trial("its expiry", .named("82-completes-within-callbacks")) { stage, bundle in
            var settings = RunSettings("wall=4s")
            settings.grace = .milliseconds(3600)
            var expectation = Expectation.delivered()
            expectation.verdicts = [.delivered(.atExpiry)]
            expectation.strikes = nil
            expectation.check(try await stage.run(bundle, act: "expiry", settings))
        },
    ]

    private static let keptCompletion = Trial(
        "for the next worker",
        .named("84-keeps-its-completion")
    ) { stage, bundle in
        let first = try await stage.run(bundle, RunSettings(fresh: true))
        Expectation.delivered().check(first)
        let address = first.answers["address"] ?? "0"
        let settings = RunSettings(fresh: true, payload: #","address":"\#(address)""#)
        let second = try await stage.run(bundle, act: "calls", settings)
        // There it is a request's own completion by chance, or nothing.
        #expect(second.deliveries.count == 1)
        let verdicts: [Verdict] = [.delivered(.completed), .fallback(.crash), .fallback(.trap)]
        #expect(verdicts.contains(second.verdict), "\(second.verdict)")
    }
}
