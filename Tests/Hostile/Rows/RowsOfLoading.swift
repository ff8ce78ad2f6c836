// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import Foundation
internal import Testing

extension HostileRow {
    /// A: what is tried while an extension is loaded.
    static let loading: [HostileRow] = [
        HostileRow(1, "is no library of this machine", NotALibrary.trials),
        HostileRow(2, "has no usable entry", entries),
        HostileRow(3, "needs what there is not", links),
        HostileRow(
            4,
            "never ends to be loaded",
            [
                Trial(
                    "sleeps",
                    .named("04-constructor-never-ends"),
                    .fallback(.startTimeout),
                    RunSettings("start=300ms")
                ),
                Trial(
                    "spins",
                    .named("04-constructor-never-ends", "spins"),
                    .fallback(.startTimeout),
                    RunSettings("start=300ms,cpu=10s")
                ),
                Trial(
                    "spins through its processor time",
                    .named("04-constructor-never-ends", "spins"),
                    .fallback(.cpu),
                    RunSettings("start=3s,cpu=200ms")
                ),
            ]
        ),
        HostileRow(5, "ends while it is loaded", earlyEnds),
        HostileRow(6, "starts threads or filters before the last filter", earlyThreads),
        HostileRow(
            7,
            "looks for secrets while it is loaded",
            [
                Trial(
                    "finds none",
                    .named("07-constructor-looks"),
                    .delivered(
                        answers: Refused.all(
                            [
                                "environment", "environ", "arguments", "preload", "parent",
                                "zygote",
                            ],
                            Refused.no
                        )
                    )
                )
            ]
        ),
        HostileRow(8, "makes forbidden calls before it is loaded", earlyCalls),
        HostileRow(9, "gives a descriptor that is none", DescriptorTrials.all),
        HostileRow(10, "speaks another ABI", versions),
        HostileRow(11, "says it is another", identities),
        HostileRow(12, "changes the table it gave", tables),
        HostileRow(13, "is replaced while it is loaded", ReplacedTrials.all),
        HostileRow(14, "wants memory that is written and run", NotALibrary.writableCode),
        HostileRow(15, "is large", large),
        HostileRow(16, "loads more code later", laterCode),
        HostileRow(
            129,
            "maps over what is mapped",
            [
                Trial(
                    "while it is loaded",
                    .named("129-maps-over-what-is-mapped"),
                    .fallback(.memory)
                )
            ]
        ),
    ]

    private static let entries = [
        Trial("none", .named("02-entry"), .rejected(.entry)),
        Trial("a constant", .named("02-entry", "data"), .rejected(.entry)),
        Trial(
            "data that says it is a function",
            .named("02-entry", "mistyped"),
            .rejected(.entry)
        ),
        Trial("an address of nothing", .named("02-entry", "absolute"), .rejected(.entry)),
        // The bundle's own library may have it; one outside cannot even be opened.
        Trial("in its own library", .needsLibraryBeside, others: [.library]) { stage, bundle in
            try stage.put(.library, into: bundle)
            Expectation.delivered().check(try await stage.run(bundle))
        },
        Trial(
            "in a library outside",
            .needsLibraryOutside,
            .rejected(.link)
        ),
    ]

    private static let links = [
        Trial("a function that nobody has", .named("03-link", "symbol"), .rejected(.link)),
        Trial("a library that is missing", .needsLibraryBeside, .rejected(.link)),
        Trial("a library out of a folder of the host", .needsLibraryOutside, .rejected(.link)),
    ]

    private static let earlyEnds = [
        Trial(
            "crashes",
            .named("05-constructor-ends", "crashes"),
            .crash("SIGSEGV", phase: "starting")
        ),
        Trial(
            "aborts",
            .named("05-constructor-ends", "aborts"),
            .crash("SIGABRT", phase: "starting")
        ),
        Trial(
            "exits",
            .named("05-constructor-ends", "exits"),
            .fallback(.exited, members: ["evidence.phase": ["starting"]])
        ),
        Trial(
            "exits at once",
            .named("05-constructor-ends"),
            .fallback(.exited, members: ["evidence.phase": ["starting"]])
        ),
    ]

    private static let earlyThreads = [
        Trial(
            "a thread is inside the last filter too",
            .named("06-constructor-threads"),
            .delivered(answers: ["code": Refused.call, "socket": Refused.call])
        ),
        // Its filters are others than the host's: either it is inside the last one nevertheless, or
        // the worker does not live.
        Trial(
            "a thread with a filter of its own",
            .named("06-constructor-threads", "diverges"),
            Expectation(
                verdicts: [.delivered(.completed), .fallback(.violation)],
                title: "changed",
                answers: ["code": Refused.call, "socket": Refused.call]
            )
        ),
        // The kernel takes the gravest of all filters' answers: this one's is a success that is none.
        Trial(
            "a filter that pretends there is another",
            .named("06-constructor-threads", "pretends")
        ) { stage, bundle in
            let outcome = try await stage.run(bundle)
            let isSealed = outcome.answers["code"].map(Refused.call.contains) ?? true
            #expect(isSealed, "the last filter is not in force, and nobody noticed")
            #expect(outcome.deliveries.count == 1)
        },
    ]

    private static let earlyCalls = [
        Trial(
            "in a resolver",
            .named("08-calls-before-loaded"),
            .violation("ptrace", phase: "starting")
        ),
        Trial(
            "executes in a resolver",
            .named("08-calls-before-loaded", "executes"),
            .violation("execve", phase: "starting")
        ),
        Trial(
            "in its first function",
            .named("08-calls-before-loaded", "initialises", ["-Wl,-init,first_function"]),
            .violation("ptrace", phase: "starting")
        ),
    ]

    private static let versions = [
        Trial("newer than asked", .named("10-abi", "newer"), .rejected(.abi)),
        Trial("none", .named("10-abi", "zero"), .rejected(.abi)),
        Trial("another major", .named("10-abi", "major"), .rejected(.abi)),
        Trial("refuses", .named("10-abi", "refuses"), .rejected(.abi)),
    ]

    private static let identities = [
        Trial("identifier", .named("11-identity", "identifier"), .rejected(.identity)),
        Trial("version", .named("11-identity", "version"), .rejected(.identity)),
        Trial("a second bundle with the first's identifier", .named("11-identity")) {
            stage,
            bundle in
            Expectation.delivered().check(try await stage.run(bundle))
            let second = stage.folder.appendingPathComponent("second/\(bundle.name).appex")
            let files = FileManager.default
            try files.createDirectory(
                at: second.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try files.copyItem(atPath: bundle.path, toPath: second.path)
            let impostor = try ExtensionBundle(at: second.path)
            Expectation.rejected(.identity).check(try await stage.run(impostor))
            Expectation.delivered().check(try await stage.run(bundle))
        },
    ]

    private static let tables = [
        Trial("another each time", .named("12-unsteady-table", "differs"), .delivered()),
        Trial("changed after it was read", .named("12-unsteady-table", "changes"), .delivered()),
        Trial("gone after it was read", .named("12-unsteady-table"), .delivered()),
        Trial("without functions", .named("12-unsteady-table", "empty"), .rejected(.descriptor)),
    ]

    private static let large = [
        // Names are read from the file as they are needed and are nobody's memory.
        Trial(
            "twenty thousand names",
            .named("15-large", "exports", hidesSymbols: false),
            .delivered()
        ),
        Trial("half a gigabyte of zeroes", .named("15-large", "zeroes"), .fallback(.memory)),
        Trial("touched while it is loaded", .named("15-large", "touched"), .fallback(.memory)),
    ]

    private static let laterCode = [
        Trial(
            "in every way",
            .named("16-more-code"),
            .delivered(
                answers: Refused.all(["scratch", "bundle", "system", "writable-code"], Refused.no)
                    .merging(
                        Refused.all(
                            ["map", "protect", "memfd", "anonymous", "own-code"],
                            Refused.call
                        )
                    ) { first, _ in first }
            )
        )
    ]
}
