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
        Trial("of every kind", locker, act: "all", settings, expectation: refusing),
        // A worker makes so many calls in its life; then it is replaced, and counted anew.
        Trial("in run after run", locker) { stage, bundle in
            for _ in 0..<6 {
                let outcome = try await stage.run(bundle, settings)
                Expectation.delivered()
                    .and { hasLockedEnough($0, stage.reachesWorkers ? 9_900...10_000 : 0...0) }
                    .check(outcome)
            }
        },
        Trial("beside another extension", locker) { stage, bundle in
            async let locking = stage.run(bundle, act: "all", settings)
            for _ in 0..<20 {
                let outcome = try await stage.run(stage.good)
                #expect(outcome.verdict == .delivered(.completed))
                #expect(outcome.report.strikes.isEmpty)
            }
            refusing(stage).check(try await locking)
        },
        Trial("and waits for itself", locker, act: "waits") {
            $0.reachesWorkers ? .fallback(.timeout) : .delivered(answers: ["waits": ["ENOLCK"]])
        },
        Trial("of a group", turns) { stage, bundle in
            guard stage.keepsFiles, stage.reachesWorkers else { return }
            let (holder, waiter) = try stage.group("group.com.example.turns", bundle, turns)
            async let held = stage.run(holder, act: "holds", settings)
            async let waited = stage.run(waiter, act: "waits", settings)
            Expectation.delivered(answers: ["busy": ["EAGAIN"], "had": ["ok"]])
                .check(try await waited)
            #expect(try await held.verdict == .fallback(.crash))
        },
        database("with a journal", act: "journal"),
        database("with a write-ahead log", act: "wal"),
    ]

    // MARK: What is refused

    private static let shared = ["library", "system", "null", "random", "own-to-read", "folder"]

    private static let refusing: @Sendable (HostileStage) -> Expectation = { stage in
        let own = ["own", "own-again", "released", "own-then", "no-operation", "asks", "release"]
        let answers =
            stage.reachesWorkers
            ? ["ok", "EAGAIN", "ok", "ok", "EINVAL", "ok", "ok"]
            : Array(repeating: "ENOLCK", count: own.count)
        return .delivered(
            answers: Refused.all(
                shared.flatMap { [$0, "\($0)-range", "\($0)-open-range"] }
                    + ["ranges", "waits", "open-ranges", "open-waits", "too-many"],
                ["ENOLCK"]
            ).merging(zip(own, answers.map { Set([$0]) })) { $1 }
                .merging(
                    [
                        "no-file": stage.reachesWorkers ? ["EBADF"] : ["ENOLCK"],
                        "lease": Refused.call, "watch": Refused.call,
                        "own-path": ["ENOLCK", "EBADF"],
                    ]
                ) { $1 }
        )
    }

    /// Each takes 192 bytes of the kernel's.
    private static func hasLockedEnough(_ outcome: Outcome, _ range: ClosedRange<Int>) {
        let count = outcome.answers["count"].flatMap(Int.init) ?? -1
        #expect(range.contains(count), "\(count) ranges are locked")
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
            guard stage.keepsFiles, stage.reachesWorkers else { return }
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
