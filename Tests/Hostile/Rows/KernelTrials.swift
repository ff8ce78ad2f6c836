// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import Testing

/// What the kernel keeps for a process and no counter of it shows, and calls that reach deep into it.
enum KernelTrials {
    // MARK: The first thread

    static let firstThread: [Trial] =
        [
            firstThread("and waits", act: "waits", .fallback(.exited).and(hasLowWall)),
            firstThread(
                "and takes memory",
                act: "takes",
                .fallback(.memory).and(isMeasured),
                "wall=10s,cpu=3s"
            ),
            firstThread("and hands memory on from thread to thread", act: "churns", churning),
            firstThread("and spins", act: "spins", .fallback(.cpu, .exited)),
            firstThread("and completes", act: "completes", .delivered(strikes: nil)),
            Trial(
                "in its main loop",
                .named("116-ends-its-first-thread", "loop"),
                Expectation.fallback(.exited).and(hasLowWall),
                act: "waits"
            ),
        ] + [
            // What it has said counts, and its worker gets no further run.
            Trial("when it has completed", .named("116-ends-its-first-thread")) { stage, bundle in
                for number in 0..<4 {
                    let outcome = try await stage.run(bundle, act: "completes-first")
                    #expect(outcome.verdict == .delivered(.completed), "run \(number)")
                    #expect(outcome.deliveries.map(\.content.title) == ["changed"])
                }
            }
        ]

    private static func firstThread(
        _ name: String,
        act: String,
        _ expectation: Expectation,
        _ budget: String = "wall=10s,cpu=300ms"
    ) -> Trial {
        Trial(
            name,
            .named("116-ends-its-first-thread"),
            expectation,
            act: act,
            RunSettings(budget)
        )
    }

    /// It ends long before its time is up.
    private static let hasLowWall: @Sendable (Outcome) -> Void = { outcome in
        #expect(outcome.latency < .seconds(8).patient, "\(outcome.latency)")
        #expect(outcome.report.evidence?.exitStatus == nil)
    }

    /// The report knows what it took.
    private static let isMeasured: @Sendable (Outcome) -> Void = { outcome in
        let peak = outcome.report.usage?.peakByteCount ?? 0
        #expect(peak > 24 << 20 && peak < 64 << 20, "\(peak) bytes at its peak")
    }

    // With luck the kernel shows none of its threads in time, for a second.
    private static let churning = Expectation.fallback(.memory, .cpu, .exited)

    // MARK: Sockets

    /// What the kernel takes of a worker for all its connections together: of 60 sockets each, 128 KB
    /// at its own end and 128 KB at the proxy's.
    private static let mostKilobytes = 16 * 1024

    static let sockets = [
        Trial("with network", .named("117-fills-sockets")) { stage, bundle in
            var settings = RunSettings("wall=20s,cpu=10s")
            settings.origins = ["https://example.com"]
            let outcome = try await stage.run(bundle, settings)
            guard stage.hasNetwork else { return Expectation.rejected(.sandbox).check(outcome) }
            filling.check(outcome)
        },
        Trial(
            "without network",
            .named("117-fills-sockets"),
            .delivered(
                answers: pairs.merging(["connected": ["EACCES"], "connections": ["0"]]) {
                    first,
                    _ in first
                }
            )
        ),
    ]

    private static let pairs = Refused.all(
        ["pair", "pair-of-packets", "pair-of-datagrams", "unix"],
        ["EACCES"]
    )

    private static let filling = Expectation.delivered(
        strikes: nil,
        answers: pairs.merging(
            ["connected": ["ok"], "send-size": ["in-vain"], "receive-size": ["in-vain"]]
        ) { first, _ in first }
    ).and { outcome in
        let kilobytes = outcome.answers["kilobytes"].flatMap(Int.init) ?? .max
        let connections = outcome.answers["connections"].flatMap(Int.init) ?? 0
        #expect(connections > 8, "\(connections) connections")
        #expect(kilobytes <= mostKilobytes, "\(kilobytes) KB in \(connections) connections")
    }

    // MARK: Rare calls

    /// Forbidden calls, each made with arguments that are right.
    private static let rareCalls = [
        "io_uring_setup", "io_uring_enter", "io_uring_register", "ptrace", "bpf", "keyctl",
        "add_key", "request_key", "perf_event_open", "userfaultfd", "process_vm_readv",
        "process_vm_writev", "pidfd_getfd", "kcmp", "unshare",
    ]

    /// Calls that look as on a kernel without them.
    private static let absent = Refused.all(
        [
            "pidfd_open", "landlock_create_ruleset", "landlock_version", "landlock_add_rule",
            "landlock_restrict_self", "seccomp", "seccomp_listener", "seccomp_strict",
            "seccomp_sizes",
        ],
        ["ENOSYS"]
    )

    private static let early = "119-makes-rare-calls-early"

    static let rareCallsEarly: [Trial] =
        rareCalls.flatMap { call in
            ["", "ON_THREAD"].map { place in
                Trial(
                    place.isEmpty ? call : "\(call) on a thread",
                    .named(
                        early,
                        place.isEmpty ? call : "\(call)_on_thread",
                        ["-DCALL=\"\(call)\""] + (place.isEmpty ? [] : ["-D\(place)"])
                    ),
                    .violation(call, phase: "starting")
                )
            }
        } + [
            Trial("those that are refused", .named(early), .delivered(answers: absent)),
            Trial(
                "those that are refused, on a thread",
                .named(early, "refused_on_thread", ["-DON_THREAD"]),
                .delivered(answers: absent)
            ),
        ]

    static let rareCallsLate: [Trial] =
        rareCalls.flatMap { call in
            ["", "thread "].map { place in
                Trial(
                    place + call,
                    .named("120-makes-rare-calls"),
                    .violation(call),
                    act: place + call
                )
            }
        } + [
            Trial(
                "those that are refused",
                .named("120-makes-rare-calls"),
                .delivered(answers: absent)
            ),
            Trial(
                "those that are refused, on a thread",
                .named("120-makes-rare-calls"),
                .delivered(answers: absent),
                act: "thread "
            ),
        ]
}
