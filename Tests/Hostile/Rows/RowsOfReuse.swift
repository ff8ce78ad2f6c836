// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import Testing

extension HostileRow {
    /// K: reuse and state.
    static let reuse: [HostileRow] = [
        HostileRow(85, "carries data over", [carrying]),
        HostileRow(
            86,
            "leaks with every request",
            ["descriptors", "threads", "timers"].map(leaking)
        ),
        HostileRow(87, "works once", [once]),
        HostileRow(
            88,
            "leaves a task at work",
            [
                Trial(swift: "detached") { stage, bundle in
                    Expectation.delivered(strikes: nil).check(
                        try await stage.run(bundle, act: "linger")
                    )
                    #expect(try await stage.isRidOfWorkers(), "it goes on for ever")
                    let next = try await stage.run(bundle)
                    Expectation.delivered(strikes: nil).check(next)
                    #expect(next.report.timing?.isWarm == false)
                }
            ]
        ),
    ]

    private static let carrying = Trial("from app to app", .named("85-carries-data-over")) {
        stage,
        bundle in
        let other = try stage.bundle("Other", .named("85-carries-data-over"))
        let clean = ["seen": Set(["0"]), "file": ["0"], "variable": ["0"]]
        Expectation.delivered(answers: clean).check(try await stage.run(bundle))
        // Within one app a kept worker keeps its state, as on iOS; another app never gets it.
        let again = try await stage.run(bundle)
        Expectation.delivered(answers: ["seen": ["1"]]).check(again)
        Expectation.delivered(answers: clean).check(try await stage.run(other))
        Expectation.delivered(answers: clean).check(
            try await stage.run(bundle, RunSettings(fresh: true))
        )
    }

    private static func leaking(_ act: String) -> Trial {
        Trial(act, .named("86-leaks")) { stage, bundle in
            var cold = 0
            for number in 0..<20 {
                let outcome = try await stage.run(bundle, act: act)
                #expect(outcome.verdict == .delivered(.completed), "request \(number)")
                #expect(outcome.deliveries.map(\.content.title) == ["changed"])
                if outcome.report.timing?.isWarm == false { cold += 1 }
            }
            #expect(cold >= 2, "one worker has leaked through all of twenty requests")
        }
    }

    private static let once = Trial("and hangs then", .named("87-works-once")) { stage, bundle in
        let settings = RunSettings("wall=2s")
        // The same budget each time, or it would not be the same worker.
        Expectation.delivered().check(try await stage.run(bundle, settings))
        Expectation.fallback(.timeout).check(try await stage.run(bundle, settings))
        Expectation.delivered().check(try await stage.run(bundle, settings))
    }
}
