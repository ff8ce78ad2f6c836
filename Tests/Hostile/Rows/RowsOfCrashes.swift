// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import Testing

extension HostileRow {
    /// D: crashes and exits.
    static let crashes: [HostileRow] = [
        HostileRow(
            36,
            "stops itself in Swift",
            ["bounds", "fatal", "precondition", "unwrap", "overflow"].map {
                Trial(swift: $0, act: $0, .fallback(.trap))
            }
        ),
        HostileRow(37, "crashes", plainCrashes),
        HostileRow(
            38,
            "leaves by a way that is none",
            [
                Trial("throws", .named("38-unwinds"), .crash("SIGABRT"), act: "throws"),
                Trial(
                    "jumps",
                    .named("38-unwinds"),
                    .crash("SIGABRT", "SIGSEGV", "SIGBUS"),
                    act: "jumps"
                ),
                Trial("aborts", .named("38-unwinds"), .crash("SIGABRT"), act: "aborts"),
            ]
        ),
        HostileRow(39, "exits", exits),
        HostileRow(
            40,
            "handles its crash",
            [
                Trial(
                    "for ever",
                    .named("40-handles-its-crash"),
                    .fallback(.cpu),
                    RunSettings("cpu=200ms")
                ),
                Trial(
                    "asleep",
                    .named("40-handles-its-crash"),
                    .fallback(.timeout),
                    act: "sleeps",
                    RunSettings("wall=1500ms")
                ),
                // The kernel does not let a fault be ignored.
                Trial(
                    "by ignoring",
                    .named("40-handles-its-crash"),
                    .crash("SIGSEGV"),
                    act: "exits"
                ),
            ]
        ),
        HostileRow(
            41,
            "crashes after it has completed",
            ["", "later", "exits"].map(crashAfterwards) + ["", "exits"].map(crashWhenFresh)
        ),
        HostileRow(42, "crashes at its end", ["", "hangs", "exits"].map(crashAtEnd)),
        HostileRow(43, "closes its descriptors", closings),
        HostileRow(116, "ends its first thread", KernelTrials.firstThread),
    ]

    private static let plainCrashes: [Trial] =
        [
            ("write", "SIGSEGV"), ("read", "SIGSEGV"), ("jump", "SIGSEGV"), ("data", "SIGSEGV"),
            ("free", "SIGABRT"), ("heap", "SIGABRT"), ("stack", "SIGSEGV"), ("abort", "SIGABRT"),
            ("raise", "SIGBUS"), ("halt", "SIGSEGV"), ("code", "SIGSEGV"), ("divide", "SIGFPE"),
            ("terminate", "SIGTERM"),
        ].map { Trial($0.0, .named("37-crashes"), .crash($0.1), act: $0.0) } + [
            Trial(
                "trap",
                .named("37-crashes"),
                .fallback(.trap, members: ["evidence.signal": ["SIGILL", "SIGTRAP"]]),
                act: "trap"
            )
        ]

    private static let exits: [Trial] =
        [("exit", "0"), ("_exit", "7"), ("quick_exit", "5"), ("thread", "3")].map {
            Trial(
                $0.0,
                .named("39-exits"),
                .fallback(.exited, members: ["evidence.exitStatus": [$0.1]]),
                act: $0.0
            )
        } + [
            Trial(
                "hangs in its exit",
                .named("39-exits"),
                .fallback(.timeout),
                act: "hangs",
                RunSettings("wall=1500ms")
            ),
            // A thread has ended, and no process: nobody will complete.
            Trial(
                "ends the thread",
                .named("39-exits"),
                .fallback(.timeout, .crash, .exited),
                act: "pthread_exit",
                RunSettings("wall=1500ms")
            ),
            Trial(
                "ends the thread at once",
                .named("39-exits"),
                .fallback(.timeout),
                act: "one-thread",
                RunSettings("wall=1500ms")
            ),
            // The main thread is its own when it has a loop; the others go on.
            Trial("ends the main thread", .named("39-main-ends"), .delivered(strikes: nil)),
            Trial(
                "ends the main thread in start",
                .named("39-main-ends", "start"),
                .fallback(.exited, .startTimeout),
                RunSettings("start=300ms")
            ),
        ]

    private static func crashAfterwards(_ act: String) -> Trial {
        Trial(act.isEmpty ? "at once" : act, .named("41-crashes-afterwards")) { stage, bundle in
            var deliveredCount = 0
            for number in 0..<12 {
                let outcome = try await stage.run(bundle, act: act)
                #expect(outcome.deliveries.count == 1, "run \(number)")
                if outcome.verdict == .delivered(.completed) {
                    deliveredCount += 1
                    #expect(outcome.deliveries.map(\.content.title) == ["changed"])
                } else {
                    // A crash that the next run had begun before is that run's.
                    #expect(number > 0 && outcome.verdict == .fallback(.crash), "run \(number)")
                }
            }
            #expect(deliveredCount >= 6)
        }
    }

    /// In a process of its own each run's report tells of it.
    private static func crashWhenFresh(_ act: String) -> Trial {
        let name = act.isEmpty ? "crashes when fresh" : "\(act) when fresh"
        return Trial(name, .named("41-crashes-afterwards")) { stage, bundle in
            var toldCount = 0
            for _ in 0..<4 {
                let outcome = try await stage.run(bundle, act: act, RunSettings(fresh: true))
                // On a busy machine the host may tell the process to end before it crashes.
                let isTold = !outcome.report.strikes.isEmpty
                toldCount += isTold ? 1 : 0
                let strikes = isTold ? ["endedAfterCompletion"] : []
                Expectation.delivered(strikes: strikes).check(outcome)
                let signal = isTold && act.isEmpty ? "SIGSEGV" : nil
                #expect(outcome.report.crash?.signal == signal)
            }
            #expect(toldCount > 0)
        }
    }

    private static func crashAtEnd(_ flavour: String) -> Trial {
        Trial(flavour.isEmpty ? "crashes" : flavour, .named("42-crashes-at-its-end", flavour)) {
            stage,
            bundle in
            let settings = RunSettings(fresh: true)
            Expectation.delivered().check(try await stage.run(bundle, settings))
            #expect(try await stage.isRidOfWorkers())
        }
    }

    private static let closings: [Trial] =
        [
            "all", "range", "socket-only", "pipe-instead", "keeps-a-copy", "no-answer",
            "while-read", "output-too",
        ].map {
            Trial($0, .named("43-closes-descriptors"), .fallback(.protocol), act: $0)
        } + [
            // It is refused, and then it completes as it should.
            Trial("half", .named("43-closes-descriptors")) { stage, bundle in
                let outcome = try await stage.run(bundle, act: "half")
                #expect([.delivered(.completed), .fallback(.protocol)].contains(outcome.verdict))
                #expect(outcome.deliveries.count == 1)
            }
        ]
}
