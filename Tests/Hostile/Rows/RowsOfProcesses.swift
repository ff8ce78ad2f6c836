// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import Testing

extension HostileRow {
    /// H: processes and signals.
    static let processes: [HostileRow] = [
        HostileRow(
            60,
            "starts processes",
            [
                Trial(
                    "forks",
                    .named("60-starts-processes"),
                    .delivered(
                        answers: Refused.all(
                            [
                                "fork", "vfork", "library-fork", "clone", "clone-space",
                                "clone-user", "clone3", "spawn",
                            ],
                            Refused.call
                        ).merging(["system": ["0"]]) { first, _ in first }
                    )
                ),
                Trial(
                    "executes",
                    .named("60-starts-processes"),
                    .violation("execve"),
                    act: "executes"
                ),
                Trial(
                    "executes a file",
                    .named("60-starts-processes"),
                    .violation("execveat"),
                    act: "executes-file"
                ),
                Trial(
                    "executes the worker",
                    .named("60-starts-processes"),
                    .violation("execve"),
                    act: "executes-host"
                ),
            ]
        ),
        HostileRow(
            61,
            "signals others",
            [
                Trial(
                    "by number",
                    .named("61-signals-others"),
                    .delivered(
                        answers: Refused.all(
                            [
                                "all", "parent", "group", "first", "thread", "any-thread", "queue",
                                "queue-raw", "owner", "signal",
                            ],
                            Refused.call
                        )
                    )
                ),
                Trial(
                    "by descriptor",
                    .named("61-signals-others"),
                    .violation("pidfd_send_signal"),
                    act: "descriptor"
                ),
            ]
        ),
        HostileRow(62, "reaches into others", reaching),
        HostileRow(
            63,
            "raises its priority",
            [
                Trial(
                    "in every way",
                    .named("63-raises-its-priority"),
                    .delivered(
                        answers: Refused.all(
                            ["real-time", "parameters", "attributes", "affinity"],
                            Refused.call
                        ).merging(["same-cores": ["1"], "same-nice": ["1"], "nice": ["0"]]) {
                            first,
                            _ in first
                        }
                    )
                )
            ]
        ),
        HostileRow(
            64,
            "takes back what was set",
            [
                Trial(
                    "in every way",
                    .named("64-changes-its-process-settings"),
                    .delivered(
                        answers: Refused.all(
                            [
                                "death-signal", "dumpable", "privileges", "keep", "reaper",
                                "tracer", "filter", "filter-call", "write-execute", "data-limit",
                                "cpu-limit", "core-limit", "user", "group", "groups",
                                "capabilities",
                            ],
                            Refused.call
                        )
                    )
                )
            ]
        ),
        HostileRow(65, "outlives its run", [outliving]),
        HostileRow(119, "makes rare calls while it is loaded", KernelTrials.rareCallsEarly),
        HostileRow(120, "makes rare calls", KernelTrials.rareCallsLate),
        HostileRow(
            66,
            "types into terminals",
            [
                Trial(
                    "of the host",
                    .named("66-types-into-terminals"),
                    .delivered(
                        answers: Refused.all(
                            ["terminal", "console", "multiplexer", "pseudo"],
                            Refused.file.union(["ENXIO"])
                        ).merging(["terminals": ["0"], "end-of-input": ["1"]]) { first, _ in first }
                    )
                )
            ]
        ),
    ]

    private static let reaching: [Trial] =
        [
            "ptrace", "process_vm_readv", "process_vm_writev", "pidfd_getfd", "kcmp", "unshare",
            "setns", "bpf", "keyctl", "chroot",
        ].map {
            Trial($0, .named("62-reaches-into-others"), .violation($0), act: $0)
        } + [
            Trial(
                "by the other table of calls",
                .named("62-reaches-into-others"),
                .fallback(.violation),
                act: "other-table"
            ),
            Trial(
                "by the third table of calls",
                .named("62-reaches-into-others"),
                .fallback(.violation),
                act: "x32"
            ),
            Trial(
                "by files",
                .named("62-reaches-into-others"),
                .delivered(answers: ["memory": Refused.file, "descriptor": Refused.call])
            ),
        ]

    private static let outliving = Trial("in every way", .named("65-outlives-its-run")) {
        stage,
        bundle in
        let answers = Refused.all(["fork", "session", "group", "daemon"], Refused.call)
        for _ in 0..<2 {
            let outcome = try await stage.run(bundle, RunSettings(fresh: true))
            Expectation.delivered(answers: answers).check(outcome)
            #expect(try await stage.isRidOfWorkers())
        }
    }
}
