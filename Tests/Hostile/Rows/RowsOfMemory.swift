// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import Testing

extension HostileRow {
    /// C: memory.
    static let memory: [HostileRow] = [
        HostileRow(
            28,
            "allocates in Swift until it is refused",
            [
                Trial(
                    swift: "arrays",
                    act: "allocate",
                    .fallback(.memory),
                    RunSettings("memory=16MB")
                )
            ]
        ),
        HostileRow(
            29,
            "reserves a terabyte",
            [Trial("of addresses", .named("29-reserves-a-terabyte"), .delivered())]
        ),
        HostileRow(30, "touches a gigabyte at once", gigabytes + [refusedGigabyte]),
        HostileRow(31, "fills its container and the kernel's buffers", buffers),
        HostileRow(32, "leaks a megabyte per request", [leak]),
        HostileRow(
            33,
            "recurses without end",
            [
                Trial("in C", .named("33-recurses"), .crash("SIGSEGV")),
                Trial(
                    swift: "in Swift",
                    act: "recurse",
                    .fallback(.crash, .memory),
                    RunSettings("memory=16MB")
                ),
            ]
        ),
        HostileRow(
            34,
            "starts threads until it is refused",
            [
                Trial("and completes", .named("34-starts-threads")) { stage in
                    stage.countsThreads
                        ? .delivered(answers: ["thread": ["EAGAIN"], "few": ["1"]])
                        : .fallback(.abuse)
                },
                Trial(
                    "and stays",
                    .named("34-starts-threads"),
                    act: "stays",
                    RunSettings("wall=2s")
                ) { $0.countsThreads ? .fallback(.timeout) : .fallback(.abuse) },
            ]
        ),
        HostileRow(35, "locks memory and handles its faults", locks),
    ]

    private static let gigabytes = ["private", "shared", "later", "break", "threads", "blocks"].map
    {
        act in
        Trial(
            act,
            .named("30-takes-a-gigabyte"),
            Expectation.fallback(.memory).and { outcome in
                // Where it ends by being refused, the last sample may lie well below.
                let peak = outcome.report.usage?.peakByteCount ?? 0
                #expect(peak <= 20 << 20, "\(peak) bytes at its peak, with a budget of 16 MB")
            },
            act: act,
            RunSettings("memory=16MB")
        )
    }

    // One that is refused all of it at once had nothing: why it stops itself is its own secret.
    private static let refusedGigabyte = Trial(
        "in one piece",
        .named("30-takes-a-gigabyte"),
        .fallback(.memory, .crash),
        act: "at-once",
        RunSettings("memory=16MB")
    )

    private static let buffers = [
        Trial(
            "and pipes",
            .named("31-fills-everything"),
            .delivered(
                answers: [
                    "memfd": Refused.call, "pair": Refused.call, "shared": Refused.call,
                    "pipe": ["EMFILE", "ENFILE"], "few-pipes": ["1"],
                ]
            )
        ),
        Trial(
            "many files",
            .named("31-fills-everything"),
            act: "files",
            RunSettings("wall=30s,cpu=20s")
        ) { stage in
            guard stage.hasNamespaces else { return .fallback(.output) }
            return Expectation.delivered(answers: ["container": ["ENOSPC"]]).and { outcome in
                let megabytes = outcome.answers["megabytes"].flatMap(Int.init) ?? .max
                #expect(megabytes <= 64)
            }
        },
        // Past the largest file the kernel sends SIGXFSZ.
        Trial("one file", .named("31-fills-everything"), .fallback(.output), act: "one-file"),
    ]

    private static let leak = Trial("forty times", .named("32-leaks-memory")) { stage, bundle in
        var cold = 0
        for number in 0..<40 {
            let outcome = try await stage.run(bundle)
            #expect(outcome.verdict == .delivered(.completed), "request \(number)")
            #expect(outcome.deliveries.map(\.content.title) == ["changed"])
            if outcome.report.timing?.isWarm == false { cold += 1 }
        }
        // Each worker holds less than its budget of 24 MB.
        #expect(cold >= 2)
    }

    private static let locks = [
        Trial(
            "is refused",
            .named("35-locks-memory"),
            .delivered(
                answers: [
                    "lock": ["EPERM", "ENOMEM"], "lock-all": ["EPERM", "ENOMEM"],
                    "locked-map": ["EPERM", "EAGAIN"], "huge-map": ["ENOMEM", "EPERM", "EINVAL"],
                ]
            )
        ),
        Trial("faults", .named("35-locks-memory"), .violation("userfaultfd"), act: "faults"),
        Trial("secret", .named("35-locks-memory"), .violation("memfd_secret"), act: "secret"),
    ]
}
