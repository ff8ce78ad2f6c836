// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import Testing

/// Row 68: a worker speaks for its own runs alone, whatever number it names.
enum ForgedCompletions {
    private static let fixture = Fixture.named("68-forges-completions")

    static let trials = [
        Trial("of others", fixture, others: [.named("17-never-completes")]) { stage, bundle in
            let sleeper = try stage.bundle("Victim", .named("17-never-completes"))
            async let victim = stage.run(sleeper, act: "sleeps", RunSettings("wall=900ms"))
            for act in ["others", "everybody"] {
                let forger = try await stage.run(bundle, act: act)
                // It may forge its own run, which is its own to decide; nobody else's.
                #expect(forger.report.isDelivered, "\(forger.verdict)")
                #expect(!forger.report.strikes.isEmpty)
            }
            Expectation.fallback(.timeout).check(try await victim)
        },
        Trial("of its own old runs", fixture) { stage, bundle in
            for _ in 0..<4 {
                let outcome = try await stage.run(bundle, act: "old")
                // What it forged ahead of the next run may be that run's own by the time it is read.
                Expectation.delivered(nil, strikes: nil).check(outcome)
            }
        },
        Trial("of runs to come, of anybody", fixture) { stage, bundle in
            Expectation.delivered(strikes: nil).check(try await stage.run(bundle, act: "ahead"))
            // The forging goes on between the runs; the good extension's are checked to the bit.
            for _ in 0..<20 { try await stage.checkGood() }
            let next = try await stage.run(bundle)
            #expect(next.deliveries.count == 1)
        },
    ]
}
