// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import Testing

extension HostileRow {
    /// E: threads.
    static let threads: [HostileRow] = [
        HostileRow(
            44,
            "completes from elsewhere",
            ["thread", "handler", "handle"].map {
                Trial("C: \($0)", .named("44-completes-elsewhere"), .delivered(), act: $0)
            }
                + ["queue", "task", "main"].map {
                    Trial(swift: "Swift: \($0)", act: $0, .delivered())
                }
        ),
        HostileRow(45, "completes from two threads at once", [race]),
        HostileRow(
            46,
            "calls from a hundred threads",
            [
                Trial(
                    "on one handle",
                    .named("46-calls-from-everywhere"),
                    .delivered(answers: ["failures": ["0"]]),
                    RunSettings("wall=10s,cpu=8s"),
                    manifest: { ["Threads": 128] }
                )
            ]
        ),
        HostileRow(
            47,
            "locks itself out",
            [
                Trial(
                    "of its expiry",
                    .named("47-locks-itself-out"),
                    .fallback(.timeout),
                    RunSettings("wall=1500ms")
                )
            ]
        ),
        HostileRow(48, "changes what its process has one of", [changes]),
        HostileRow(109, "takes all threads", ThreadTrials.trials),
        HostileRow(111, "tells its addresses", AddressTrials.trials),
    ]

    private static let race = Trial("twenty times", .named("45-completes-twice-at-once")) {
        stage,
        bundle in
        var strikes = 0
        for _ in 0..<20 {
            let outcome = try await stage.run(bundle)
            #expect(outcome.verdict == .delivered(.completed))
            #expect(outcome.deliveries.count == 1)
            let title = outcome.deliveries.first?.content.title
            #expect(title == "one" || title == "two")
            #expect(outcome.report.strikes.allSatisfy { $0 == "secondCompletion" })
            strikes += outcome.report.strikes.count
        }
        // One that comes after the report was written is in none.
        #expect((1...20).contains(strikes))
    }

    private static let changes = Trial("and looks again", .named("48-changes-its-process")) {
        stage,
        bundle in
        let names = [
            "rounding", "exceptions", "directory", "umask", "mask", "locale",
        ]
        let expectation = Expectation.delivered(answers: Refused.all(names, ["1"]))
        expectation.check(try await stage.run(bundle, act: "change"))
        expectation.check(try await stage.run(bundle, act: "look"))
    }
}
