// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
internal import Foundation

/// One of the bundles that share a host in the cross-bundle suite.
struct CrossBundleEntry: Sendable {
    /// One thing that a bundle is asked for.
    struct Act: Sendable {
        /// What the fixture is asked to do.
        let name: String

        /// The verdicts that are right; none where it is a matter of chance.
        var verdicts: [Verdict] = [.delivered(.completed)]

        /// What the fixture reports of its own attempts, by name, each with the answers that are right.
        var answers: [String: Set<String>] = [:]
    }

    let fixture: Fixture

    /// What it is asked for, by chance.
    let acts: [Act]

    /// Parts of the budget.
    var budget = "wall=1s,cpu=200ms"

    /// Whether it does what it should, so that its every result and its latency count.
    var isHonest = false
}

extension CrossBundleEntry {
    /// The hostile bundles of this run: those whose fixtures' numbers or names `BELFRY_CROSS_HOSTILE`
    /// lists, separated by commas, or all.
    static let attackers: [CrossBundleEntry] = {
        guard let chosen = ProcessInfo.processInfo.environment["BELFRY_CROSS_HOSTILE"] else {
            return hostile
        }
        let names = chosen.split(separator: ",")
        return hostile.filter { entry in
            names.contains { entry.fixture.name.hasPrefix($0) }
        }
    }()

    /// The libraries it all needs.
    static let fixtures = (honest + hostile).map(\.fixture)

    /// Three that do what they should.
    static let honest = [
        CrossBundleEntry(
            fixture: .good,
            acts: [Act(name: "")],
            budget: "wall=20s,cpu=5s",
            isHonest: true
        ),
        CrossBundleEntry(
            fixture: .good,
            acts: [Act(name: "again")],
            budget: "wall=20s,cpu=5s",
            isHonest: true
        ),
        CrossBundleEntry(
            fixture: .named("00-keeps-its-files"),
            acts: [
                Act(
                    name: "",
                    answers: ["wrote": ["ok"], "read": ["ok"], "same": ["1"], "files": ["1"]]
                )
            ],
            budget: "wall=20s,cpu=5s",
            isHonest: true
        ),
    ]

    /// Fourteen that do not: six copies of one that reaches for the others, and eight that take what
    /// they can.
    static let hostile =
        (0..<6).map { _ in
            CrossBundleEntry(
                fixture: .named("00-reaches-its-neighbours"),
                acts: reaching,
                budget: "wall=10s,cpu=200ms"
            )
        } + taking

    private static let taking = [
        CrossBundleEntry(
            fixture: .named("18-spins"),
            acts: [Act(name: "", verdicts: [.fallback(.cpu)])],
            budget: "cpu=50ms"
        ),
        CrossBundleEntry(
            fixture: .named("30-takes-a-gigabyte"),
            acts: [Act(name: "blocks", verdicts: [.fallback(.memory)])],
            budget: "memory=8MB"
        ),
        CrossBundleEntry(
            fixture: .named("37-crashes"),
            acts: ["write", "jump", "abort", "stack"].map {
                Act(name: $0, verdicts: [.fallback(.crash)])
            }
        ),
        CrossBundleEntry(
            fixture: .named("67-sends-nonsense"),
            acts: ["random", "half", "kind"].map { Act(name: $0, verdicts: [.fallback(.protocol)]) }
        ),
        CrossBundleEntry(fixture: .named("97-floods-its-log"), acts: [Act(name: "", verdicts: [])]),
        CrossBundleEntry(
            fixture: .named("60-starts-processes"),
            acts: [Act(name: "executes", verdicts: [.fallback(.violation)])]
        ),
        CrossBundleEntry(
            fixture: .named("00-makes-directories"),
            acts: [Act(name: "", verdicts: [.fallback(.output)])],
            budget: "wall=10s,cpu=5s"
        ),
        CrossBundleEntry(
            fixture: .named("00-calls-in-fifty-threads"),
            acts: [
                Act(name: "refused", verdicts: [.fallback(.cpu), .fallback(.timeout)]),
                Act(name: "forbidden", verdicts: [.fallback(.violation)]),
                Act(name: "answered", verdicts: [.fallback(.cpu), .fallback(.timeout)]),
            ],
            budget: "wall=2s,cpu=1s"
        ),
    ]

    private static let no: Set<String> = ["0"]
    private static let refused: Set<String> = [
        "EACCES", "EPERM", "ENOSYS", "ENOENT", "EBADF", "EROFS", "ENODEV", "ENOLCK", "EINVAL",
        "EOPNOTSUPP", "EAFNOSUPPORT",
    ]

    private static let reaching = [
        Act(
            name: "files",
            answers: [
                "marks": no, "neighbour": ["ENOENT", "EACCES"],
                "neighbour-write": ["ENOENT", "EACCES", "EROFS"],
            ]
        ),
        Act(
            name: "locks",
            answers: Refused.all(["lock", "record-lock", "open-lock", "lease"], refused)
        ),
        Act(
            name: "sockets",
            answers: Refused.all(["abstract", "abstract-connect"], refused)
        ),
        Act(
            name: "memory",
            verdicts: [.delivered(.completed), .fallback(.violation)],
            answers: Refused.all(["shared-memory", "message-queue"], refused)
        ),
        Act(name: "segments", verdicts: [.fallback(.violation)]),
        Act(name: "futex", answers: ["futex": no.union(refused)]),
        Act(name: "processes", answers: ["signalled": no, "seen": no]),
        Act(name: "notices", answers: ["notices": refused]),
    ]
}
