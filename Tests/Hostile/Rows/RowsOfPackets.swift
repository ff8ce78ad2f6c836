// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import Foundation
internal import Testing

extension HostileRow {
    /// I: corruption of what host and worker share.
    static let packets: [HostileRow] = [
        HostileRow(67, "sends nonsense", nonsense + floods),
        HostileRow(68, "forges completions", ForgedCompletions.trials),
        HostileRow(69, "claims what is not so", claims),
        HostileRow(
            70,
            "passes descriptors",
            ["many", "pipe", "directory", "path", "socket", "loop", "memory", "flood"].map {
                Trial(
                    $0,
                    .named("70-passes-descriptors"),
                    .fallback(.protocol),
                    act: $0,
                    RunSettings("wall=2s")
                )
            }
        ),
        HostileRow(71, "changes shared memory", shared),
        HostileRow(110, "forges that it is loaded", forgeries),
        HostileRow(72, "does not listen", deafness),
        HostileRow(
            73,
            "overwrites its worker",
            [
                Trial(
                    "the host's table",
                    .named("73-overwrites-its-worker"),
                    .crash("SIGSEGV"),
                    act: "table"
                ),
                Trial(
                    "its completion",
                    .named("73-overwrites-its-worker"),
                    // Where its pages could be written to, this would run what was written.
                    .crash("SIGSEGV"),
                    act: "closure"
                ),
                // Whatever it breaks first, it breaks in its own process.
                Trial(
                    "everything",
                    .named("73-overwrites-its-worker"),
                    .fallback(.crash, .trap, .protocol, .exited, .timeout, .violation),
                    act: "everything",
                    RunSettings("wall=1s")
                ),
            ]
        ),
    ]

    private static let nonsense = [
        "random", "empty", "half", "counts", "length", "tail", "long", "kind", "loaded-again",
        "load-failed",
    ].map { Trial($0, .named("67-sends-nonsense"), .fallback(.protocol), act: $0) }

    private static let floods = [
        flood("strikes", [.fallback(.abuse), .fallback(.protocol), .fallback(.cpu)]),
        flood("lines", [.fallback(.timeout), .fallback(.protocol), .fallback(.cpu)]),
        flood("flood", [.fallback(.timeout), .fallback(.protocol), .fallback(.cpu)]),
        Trial("floods when it is idle", .named("67-sends-nonsense")) { stage, bundle in
            let outcome = try await stage.run(bundle, act: "idle-flood")
            Expectation.delivered(strikes: nil).check(outcome)
            for _ in 0..<5 { try await stage.checkGood() }
            #expect(try await stage.isRidOfWorkers(), "it floods for ever")
        },
    ]

    /// A flood must not keep the host from others: their deliveries are timed meanwhile.
    private static func flood(_ act: String, _ verdicts: [Verdict]) -> Trial {
        Trial(act, .named("67-sends-nonsense")) { stage, bundle in
            let settings = RunSettings("wall=\(700 * Patience.factor)ms,cpu=5s")
            async let flooding = stage.run(bundle, act: act, settings)
            for _ in 0..<10 {
                let good = try await stage.checkGood()
                #expect(good.latency < .seconds(2).patient, "\(good.latency) beside a flood")
            }
            Expectation(verdicts: verdicts, strikes: nil).check(try await flooding)
        }
    }

    private static let claims = [
        Trial(
            "attachments of others",
            .named("69-claims-what-is-not-so"),
            Expectation.delivered(nil, strikes: nil).and { outcome in
                #expect(outcome.report.after.attachmentCount == 0)
                #expect(outcome.report.attachments.allSatisfy { $0.error != nil })
            }
        ),
        Trial(
            "that it is loaded",
            .named("69-claims-what-is-not-so", "early"),
            .fallback(.protocol)
        ),
        Trial(
            "that it has completed before it is loaded",
            .named("69-claims-what-is-not-so", "completes_early"),
            .fallback(.protocol)
        ),
        // A worker that lives to say so has loaded the extension: then it is no fault of the host's.
        Trial("that the host is at fault", .named("69-claims-what-is-not-so", "blames")) {
            stage,
            bundle in
            let outcome = try await stage.run(bundle)
            #expect(outcome.verdict != .rejected(.sandbox), "the host takes the blame")
            #expect(outcome.deliveries.count == 1)
            #expect(outcome.deliveries.first?.content == outcome.original)
        },
    ]

    private static let forgeries = [
        Trial("in a constructor", .named("110-forges-that-it-is-loaded"), unsealed),
        // Where the kernel keeps our filter in its place, no other can be put there (Linux 6.10).
        Trial("under its own filter", .named("110-forges-that-it-is-loaded", "filtered"), unsealed),
    ]

    private static let unsealed = Expectation.fallback(
        .violation,
        members: ["evidence.phase": ["starting"]]
    ).and { outcome in
        let message = outcome.report.evidence?.message ?? ""
        #expect(message.hasSuffix("its seccomp filter is missing: sealed"), "\(message)")
        let layer = outcome.report.layers.first { $0.name == "seccomp" }
        #expect(layer?.isEnforced == false)
        #expect(layer?.detail.contains("2 of 3 stages") == true, "\(layer?.detail ?? "")")
    }

    private static let shared = [
        Trial("and completes", .named("71-changes-shared-memory"), .delivered(strikes: nil)),
        Trial(
            "and crashes",
            .named("71-changes-shared-memory"),
            .crash("SIGSEGV"),
            act: "crashes"
        ),
    ]

    private static let deafness = [
        Trial("steals its packets", .named("72-does-not-listen")) { stage, bundle in
            let settings = RunSettings("wall=2s")
            Expectation.delivered().check(try await stage.run(bundle, act: "steals", settings))
            for _ in 0..<2 {
                let outcome = try await stage.run(bundle, act: "steals", settings)
                // The request may reach the worker first, or a new one.
                let verdicts: [Verdict] = [
                    .delivered(.completed), .fallback(.timeout), .fallback(.protocol),
                ]
                #expect(verdicts.contains(outcome.verdict), "\(outcome.verdict)")
                #expect(outcome.deliveries.count == 1)
            }
        },
        Trial("stops who reads them", .named("72-does-not-listen")) { stage, bundle in
            let settings = RunSettings("wall=2s")
            Expectation.delivered().check(try await stage.run(bundle, act: "freezes", settings))
            let second = try await stage.run(bundle, act: "freezes", settings)
            let verdicts: [Verdict] = [
                .delivered(.completed), .fallback(.timeout), .fallback(.protocol),
            ]
            #expect(verdicts.contains(second.verdict), "\(second.verdict)")
        },
        Trial(
            "and waits",
            .named("72-does-not-listen"),
            .fallback(.timeout, .protocol),
            act: "waits",
            RunSettings("wall=2s")
        ),
    ]
}
