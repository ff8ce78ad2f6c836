// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import Foundation
internal import Testing

extension HostileRow {
    /// B: time.
    static let time: [HostileRow] = [
        HostileRow(
            17,
            "never completes",
            [
                Trial("sleeps", never, toldTimeout, act: "sleeps", RunSettings("wall=1500ms")),
                Trial("returns", never, toldTimeout, RunSettings("wall=1500ms")),
            ]
        ),
        HostileRow(
            18,
            "spins",
            [
                Trial("one thread", .named("18-spins"), spent, RunSettings("cpu=200ms")),
                Trial("sixteen", .named("18-spins"), spent, act: "many", RunSettings("cpu=200ms")),
                Trial(
                    "in the kernel",
                    .named("18-spins"),
                    spent,
                    act: "kernel",
                    RunSettings("cpu=200ms")
                ),
            ]
        ),
        HostileRow(19, "completes when it is told", [completesWhenTold]),
        HostileRow(
            20,
            "is stuck when it is told",
            [
                Trial(
                    "sleeps",
                    .named("20-expiry-blocks"),
                    .fallback(.timeout),
                    RunSettings("wall=1500ms")
                )
            ]
        ),
        HostileRow(21, "races its deadline", [DeadlineRace.trial]),
        HostileRow(22, "waits for the network past its end", NetworkTrials.waiting),
        HostileRow(
            23,
            "keeps signals off",
            [
                Trial(
                    "spins",
                    .named("23-keeps-signals-off"),
                    .fallback(.cpu),
                    act: "spins",
                    RunSettings("cpu=200ms")
                ),
                Trial(
                    "sleeps",
                    .named("23-keeps-signals-off"),
                    .fallback(.timeout),
                    RunSettings("wall=1500ms")
                ),
            ]
        ),
        HostileRow(24, "stops itself", stops),
        HostileRow(
            25,
            "sleeps where no signal reaches",
            [
                Trial(
                    "finds no such file",
                    .named("25-looks-for-slow-files"),
                    .delivered(
                        answers: Refused.all(["fuse", "autofs", "network-block"], Refused.file)
                            .merging(["slow-mounts": ["0"]]) { first, _ in first }
                    )
                ),
                Trial(
                    "mounts one",
                    .named("25-looks-for-slow-files"),
                    .violation("mount"),
                    act: "mounts"
                ),
            ]
        ),
        HostileRow(
            26,
            "goes on after it has completed",
            [
                Trial("spins", .named("26-works-on-afterwards")) { stage, bundle in
                    Expectation.delivered(strikes: nil).check(try await stage.run(bundle))
                    #expect(try await stage.isRidOfWorkers(), "it goes on for ever")
                    let next = try await stage.run(bundle)
                    Expectation.delivered(strikes: nil).check(next)
                    #expect(next.report.timing?.isWarm == false)
                }
            ]
        ),
        HostileRow(27, "turns the clocks", clocks),
        HostileRow(
            131,
            "computes between the kernel's ticks",
            [
                Trial("in its run", evasive, spent, RunSettings("cpu=200ms")),
                Trial("afterwards", evasive) { stage, bundle in
                    let outcome = try await stage.run(bundle, act: "afterwards")
                    Expectation.delivered(strikes: nil).check(outcome)
                    #expect(try await stage.isRidOfWorkers(), "it goes on for ever")
                },
            ]
        ),
    ]

    private static let evasive = Fixture.named("131-computes-between-ticks")
    private static let never = Fixture.named("17-never-completes")

    private static let toldTimeout = Expectation.fallback(.timeout).and { outcome in
        let lines = outcome.report.log.map(\.text)
        #expect(lines == ["told"])
        let wall = outcome.report.timing?.wallMilliseconds ?? 0
        #expect(wall >= 1500)
        // Generous: this machine is shared. Benchmarks/ has the number.
        #expect(wall < 5900)
    }

    private static let spent = Expectation.fallback(.cpu).and { outcome in
        let used = outcome.report.usage?.cpuMilliseconds ?? 0
        #expect(used >= 190)
        #expect(used < 600)
    }

    private static let completesWhenTold = Trial(
        "within its grace",
        .named("19-completes-when-told")
    ) { stage, bundle in
        var settings = RunSettings("wall=4s")
        settings.grace = .milliseconds(3600)
        var expectation = Expectation.delivered()
        expectation.verdicts = [.delivered(.atExpiry)]
        expectation.check(try await stage.run(bundle, settings))
    }

    private static let stops = [
        Trial(
            "sleeps for ever",
            .named("24-stops-itself"),
            .fallback(.timeout),
            RunSettings("wall=1500ms")
        ),
        Trial("after it has completed", .named("24-stops-itself")) { stage, bundle in
            Expectation.delivered().check(
                try await stage.run(bundle, act: "answers", RunSettings(fresh: true))
            )
            #expect(try await stage.isRidOfWorkers())
        },
        Trial("between its runs", .named("24-stops-itself")) { stage, bundle in
            let settings = RunSettings("wall=1500ms")
            Expectation.delivered().check(try await stage.run(bundle, act: "answers", settings))
            let second = try await stage.run(bundle, act: "answers", settings)
            // It may be stopped before it has read its request, or be replaced by then.
            #expect([.delivered(.completed), .fallback(.timeout)].contains(second.verdict))
            #expect(second.deliveries.count == 1)
        },
        Trial("asks to be traced", .named("24-stops-itself"), .violation("ptrace"), act: "traced"),
    ]

    private static let clocks = [
        Trial("sets", .named("27-turns-clocks"), .violation("clock_settime"), act: "sets"),
        Trial(
            "sets the day",
            .named("27-turns-clocks"),
            .violation("settimeofday"),
            act: "sets-day"
        ),
        Trial("adjusts", .named("27-turns-clocks"), .violation("adjtimex"), act: "adjusts"),
        Trial(
            "waits for a jump",
            .named("27-turns-clocks"),
            .fallback(.timeout),
            act: "waits",
            RunSettings("wall=1500ms")
        ),
        Trial(
            "makes timers",
            .named("27-turns-clocks"),
            .delivered(answers: ["timer": Refused.call, "interval": Refused.call])
        ),
    ]
}
