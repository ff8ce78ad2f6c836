// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import Testing

/// Threads by clone(2) itself until one is refused: each worker has a number of its own.
enum ThreadTrials {
    static let trials = [
        Trial(
            "while it runs",
            .named("109-takes-all-threads"),
            RunSettings(payload: most(64)),
            expectation: held
        ),
        Trial(
            "in a constructor",
            .named("109-takes-all-threads", "early"),
            RunSettings(payload: most(64)),
            expectation: held
        ),
        Trial(
            "in a constructor that does not end",
            .named("109-takes-all-threads", "stays_early"),
            RunSettings("start=2s", payload: most(64)),
            expectation: { .fallback($0.countsThreads ? .startTimeout : .abuse) }
        ),
        Trial(
            "as many as its manifest asks for",
            .named("109-takes-all-threads"),
            RunSettings(payload: most(300)),
            manifest: { ["Threads": 300] },
            expectation: held
        ),
        beside,
    ]

    /// It is refused before it has one too many, and not much earlier; or the host sees that it has
    /// too many.
    private static let held: @Sendable (HostileStage) -> Expectation = { stage in
        stage.countsThreads
            ? .delivered(answers: ["thread": ["EAGAIN"], "few": ["1"], "many": ["1"]])
            : .fallback(.abuse)
    }

    private static func most(_ count: Int) -> String { #","most":"\#(count)""# }

    /// It holds its threads while another bundle's processes are started.
    private static let beside = Trial("beside others", .named("109-takes-all-threads")) {
        stage,
        bundle in
        let settings = RunSettings("wall=3s", payload: most(64))
        async let attack = stage.run(bundle, act: "stays", settings)
        for _ in 0..<30 {
            let outcome = try await stage.run(stage.good, RunSettings(fresh: true))
            #expect(outcome.verdict == .delivered(.completed), "\(outcome.report.explanation)")
            #expect(outcome.report.strikes.isEmpty)
        }
        Expectation.fallback(stage.countsThreads ? .timeout : .abuse).check(try await attack)
    }
}
