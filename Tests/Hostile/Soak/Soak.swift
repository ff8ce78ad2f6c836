// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport

/// The mixed soak's runs: as many good ones as hostile ones, of which the slow are rare.
enum Soak {
    /// Every kind of run.
    static let entries: [SoakEntry] = good + crashes + packets + misuse + refusals + slow

    /// The libraries it needs.
    static let fixtures = entries.map(\.fixture)

    private static let good = [
        SoakEntry(
            fixture: .good,
            weight: (crashes + packets + misuse + refusals + slow).reduce(0) { $0 + $1.weight },
            verdicts: [.delivered(.completed)],
            isGood: true
        )
    ]

    private static let crashes =
        SoakEntry.fast(
            "37-crashes",
            "write",
            "jump",
            "abort",
            "free",
            "stack",
            verdict: .fallback(.crash)
        )
        + SoakEntry.fast("37-crashes", "trap", verdict: .fallback(.trap))
        + SoakEntry.fast("39-exits", "exit", "_exit", "thread", verdict: .fallback(.exited))
        + SoakEntry.fast("60-starts-processes", "executes", verdict: .fallback(.violation))
        + SoakEntry.fast(
            "62-reaches-into-others",
            "ptrace",
            "unshare",
            "bpf",
            verdict: .fallback(.violation)
        )
        + SoakEntry.fast("73-overwrites-its-worker", "table", verdict: .fallback(.crash))
        + [SoakEntry(fixture: .named("41-crashes-afterwards"))]

    private static let packets =
        SoakEntry.fast(
            "43-closes-descriptors",
            "all",
            "socket-only",
            "pipe-instead",
            verdict: .fallback(.protocol)
        )
        + SoakEntry.fast(
            "67-sends-nonsense",
            "random",
            "empty",
            "half",
            "counts",
            "kind",
            "loaded-again",
            verdict: .fallback(.protocol)
        )
        + SoakEntry.fast("70-passes-descriptors", "many", "pipe", verdict: .fallback(.protocol))
        + [
            SoakEntry(fixture: .named("68-forges-completions"), act: "everybody"),
            SoakEntry(fixture: .named("68-forges-completions"), act: "old"),
        ]

    private static let misuse =
        SoakEntry.fast("74-completes-twice", "same", "other", verdict: .delivered(.completed))
        + SoakEntry.fast(
            "76-completes-with-nothing",
            "",
            "original",
            verdict: .delivered(.completed)
        )
        + SoakEntry.fast("78-passes-bad-pointers", "", verdict: .delivered(.completed))
        + SoakEntry.fast("78-passes-bad-pointers", "wild-in", verdict: .fallback(.crash))
        + SoakEntry.fast("80-sets-what-it-may-not", "", verdict: .delivered(.completed))
        + SoakEntry.fast("94-attaches-what-is-elsewhere", "", verdict: .delivered(.completed))
        + SoakEntry.fast("95-lies-about-types", "", verdict: .delivered(.completed))
        + SoakEntry.fast("98-hides-the-notification", "set", verdict: .fallback(.output))
        + [
            SoakEntry(fixture: .named("45-completes-twice-at-once")),
            SoakEntry(fixture: .named("75-completes-late")),
            SoakEntry(fixture: .named("77-completes-with-wild-handles"), act: "garbage"),
            SoakEntry(fixture: .named("86-leaks"), act: "descriptors"),
            SoakEntry(fixture: .named("86-leaks"), act: "threads"),
            SoakEntry(fixture: .named("32-leaks-memory")),
        ]

    private static let refusals =
        SoakEntry.refused("09-descriptor", "magic", "size_zero", verdict: .rejected(.descriptor))
        + SoakEntry.refused("09-descriptor", "nowhere", verdict: .fallback(.crash))
        + SoakEntry.refused("10-abi", "major", "newer", verdict: .rejected(.abi))
        + SoakEntry.refused("11-identity", "identifier", verdict: .rejected(.identity))
        + SoakEntry.refused("05-constructor-ends", "crashes", verdict: .fallback(.crash))
        + SoakEntry.refused("05-constructor-ends", "exits", verdict: .fallback(.exited))

    private static let slow = [
        SoakEntry(
            fixture: .named("17-never-completes"),
            budget: "wall=300ms",
            weight: 3,
            verdicts: [.fallback(.timeout), .fallback(.startTimeout)]
        ),
        SoakEntry(
            fixture: .named("18-spins"),
            budget: "cpu=50ms",
            weight: 3,
            verdicts: [.fallback(.cpu)]
        ),
        SoakEntry(
            fixture: .named("04-constructor-never-ends"),
            budget: "start=200ms",
            weight: 2,
            verdicts: [.fallback(.startTimeout)]
        ),
        SoakEntry(
            fixture: .named("30-takes-a-gigabyte"),
            act: "blocks",
            budget: "memory=8MB",
            weight: 3,
            verdicts: [.fallback(.memory)]
        ),
        SoakEntry(fixture: .named("97-floods-its-log"), weight: 1),
        SoakEntry(
            fixture: .named("67-sends-nonsense"),
            act: "lines",
            budget: "wall=300ms",
            weight: 1
        ),
    ]
}
