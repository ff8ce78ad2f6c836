// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import Testing

/// Row 118: locks of files, which the host takes.
enum LockTrials {
    private static let locker = Fixture.named("118-locks-what-it-shares")
    private static let turns = Fixture.named("118-takes-turns")
    private static let keeper = Fixture.named("118-keeps-a-database")
    private static let settings = RunSettings("wall=30s,cpu=20s")

    static let all: [Trial] = [
        Trial("of every kind", locker, refusing, act: "all", settings),
        // A worker makes so many calls in its life; then it is replaced, and counted anew.
        Trial("in run after run", locker) { stage, bundle in
            for _ in 0..<6 {
                let outcome = try await stage.run(bundle, settings)
                Expectation.delivered().and(hasLockedEnough).check(outcome)
            }
        },
        Trial("beside another extension", locker) { stage, bundle in
            async let locking = stage.run(bundle, act: "all", settings)
            for _ in 0..<20 {
                let outcome = try await stage.run(stage.good)
                #expect(outcome.verdict == "delivered: completed")
                #expect(outcome.report.strikes.isEmpty)
            }
            refusing.check(try await locking)
        },
        Trial("and waits for itself", locker, .fallback("timeout"), act: "waits"),
        Trial("of a group", turns) { stage, bundle in
            let (holder, waiter) = try stage.group("group.com.example.turns", bundle, turns)
            async let held = stage.run(holder, act: "holds", settings)
            async let waited = stage.run(waiter, act: "waits", settings)
            Expectation.delivered(answers: ["busy": ["EAGAIN"], "had": ["ok"]])
                .check(try await waited)
            #expect(try await held.verdict == "fallback: crash")
        },
        database("with a journal", act: "journal"),
        database("with a write-ahead log", act: "wal"),
    ]

    // MARK: What is refused

    private static let shared = ["library", "system", "null", "random", "own-to-read", "folder"]

    private static let refusing = Expectation.delivered(
        answers: Refused.all(
            shared.flatMap { [$0, "\($0)-range", "\($0)-open-range"] }
                + ["ranges", "waits", "open-ranges", "open-waits", "too-many"],
            ["ENOLCK"]
        ).merging(
            [
                "own": ["ok"], "own-again": ["EAGAIN"], "released": ["ok"], "own-then": ["ok"],
                "no-operation": ["EINVAL"], "no-file": ["EBADF"], "asks": ["ok"],
                "lease": Refused.call, "watch": Refused.call, "release": ["ok"],
                "own-path": ["ENOLCK", "EBADF"],
            ]
        ) { first, _ in first }
    )

    /// Each takes 192 bytes of the kernel's.
    private static let hasLockedEnough: @Sendable (Outcome) -> Void = { outcome in
        let count = outcome.answers["count"].flatMap(Int.init) ?? 0
        #expect(count > 9_900 && count <= 10_000, "\(count) ranges are locked")
    }

    // MARK: What works

    /// SQLite as it is, where the machine has it.
    private static func database(_ name: String, act: String) -> Trial {
        Trial("of a database \(name)", keeper) { stage, bundle in
            let outcome = try await stage.run(bundle, act: act, settings)
            Expectation.delivered().check(outcome)
            guard outcome.answers["library"] == "ok" else {
                print("SQLite is not on this machine (Debian: libsqlite3-0)")
                return
            }
            guard outcome.report.storage?.folders.isEmpty == false else { return }
            let expected = Expectation.delivered(
                answers: [
                    "opened": ["0"], "mode": [act == "wal" ? "wal" : "delete"], "count": ["20"],
                    "second-failure": ["database is locked"],
                    "written-failure": ["nothing"], "count-failure": ["nothing"],
                ]
            )
            expected.check(outcome)
        }
    }
}
