// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import Foundation
internal import Testing

extension HostileRow {
    /// F: files.
    static let files: [HostileRow] = [
        HostileRow(49, "reads what is not its own", [reading]),
        HostileRow(
            50,
            "writes where it may not",
            [
                Trial(
                    "everywhere",
                    .named("50-writes-where-it-may-not"),
                    .delivered(
                        answers: Refused.all(
                            [
                                "manifest", "unlink", "truncate", "new", "directory", "library",
                                "temporary", "libraries", "beside",
                            ],
                            Refused.file
                        ).merging(
                            ["rename": Refused.file.union(["EXDEV"]), "own": ["ok"]]
                        ) { first, _ in first }
                    )
                ),
                Trial(
                    "more files than a container takes",
                    .named("50-writes-where-it-may-not"),
                    act: "inodes",
                    RunSettings("wall=30s,cpu=20s")
                ) { stage in
                    stage.hasNamespaces
                        ? .delivered(answers: ["inodes": ["ENOSPC"]]) : .fallback(.output)
                },
            ]
        ),
        HostileRow(51, "leaves files for others", [leaving]),
        HostileRow(
            52,
            "makes what is no file",
            [
                Trial(
                    "of every kind",
                    .named("52-makes-special-files"),
                    .delivered(
                        answers: Refused.all(
                            ["fifo", "device", "block", "symlink", "hardlink", "socket", "bind"],
                            Refused.call
                        )
                    )
                )
            ]
        ),
        HostileRow(
            53,
            "reaches through /proc",
            [
                Trial("for everything", .named("53-reaches-through-proc")) { stage in
                    let names = [
                        "first-memory", "first-root", "parent-memory", "parent-directory",
                        "own-memory", "own-root", "core", "sysrq", "kernel-memory", "score", "map",
                    ]
                    // The machine's own lists the keys that whoever reads it may see.
                    let keys = stage.hasNamespaces ? Refused.file : Refused.file.union(["ok"])
                    return .delivered(
                        answers: Refused.all(names, Refused.file).merging(["keys": keys]) { $1 }
                    )
                }
            ]
        ),
        HostileRow(118, "locks what it shares with others", LockTrials.all),
    ]

    private static let reading = Trial("everywhere", .named("49-reads-what-is-not-its-own")) {
        stage,
        bundle in
        // Both are shown to this bundle's zygote, which knows the first by then.
        let folder = stage.folder.path
        let payload = #","folder":"\#(folder)","other":"\#(stage.good.path)/Info.plist""#
        let names = [
            "passwd", "shadow", "hosts", "root-home", "homes", "temporary", "system", "memory",
            "terminal", "containers", "docker", "folder", "other",
        ]
        Expectation.delivered(
            answers: Refused.all(names, Refused.file.union(["ENXIO"])).merging(
                ["other-processes": ["0"]]
            ) { first, _ in first }
        ).check(try await stage.run(bundle, RunSettings(payload: payload)))
    }

    private static let leaving = Trial("in its container", .named("51-leaves-files")) {
        stage,
        bundle in
        let other = try stage.bundle("Other", .named("51-leaves-files"))
        for _ in 0..<2 {
            for bundle in [bundle, other] {
                let outcome = try await stage.run(bundle, RunSettings(fresh: true))
                Expectation.delivered(answers: ["own": ["0"], "others": ["0"]]).check(outcome)
            }
        }
        // Kept workers keep their containers, each its own.
        Expectation.delivered(answers: ["own": ["0"], "others": ["0"]])
            .check(try await stage.run(bundle))
        Expectation.delivered(answers: ["own": ["0"], "others": ["0"]])
            .check(try await stage.run(other))
    }
}
