// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import EndToEndSupport
internal import Foundation
internal import Testing

/// G, and what B has of it: a network that is there through the proxy alone.
enum NetworkTrials {
    /// Tries something with origins listed; where workers cannot be held to the proxy, such a bundle
    /// is refused, and that is what must come of it.
    private static func listed(
        _ name: String,
        _ fixture: Fixture,
        _ origins: [String],
        _ expectation: Expectation,
        also: @escaping @Sendable (Outcome) -> Void = { _ in }
    ) -> Trial {
        Trial(name, fixture) { stage, bundle in
            var settings = RunSettings("wall=20s,cpu=10s")
            settings.origins = origins
            let outcome = try await stage.run(bundle, settings)
            guard stage.hasNetwork else { return Expectation.rejected(.sandbox).check(outcome) }
            expectation.check(outcome)
            also(outcome)
        }
    }

    /// Tries something with a server of this process's own.
    private static func served(
        _ name: String,
        _ fixture: Fixture,
        _ habit: HostileServer.Habit,
        _ budget: String,
        _ expectation: Expectation
    ) -> Trial {
        Trial(name, fixture) { stage, bundle in
            let server = try HostileServer(habit)
            var settings = RunSettings(
                budget,
                payload: #","url":"\#(server.origin)/","authority":"\#(server.authority)""#
            )
            settings.origins = [server.origin]
            let outcome = try await stage.run(bundle, settings)
            server.stop()
            guard stage.hasNetwork else { return Expectation.rejected(.sandbox).check(outcome) }
            expectation.check(outcome)
        }
    }

    /// Tries something in Swift with a server that keeps to the rules of HTTP.
    private static func served(
        swift name: String,
        act: String,
        _ budget: String,
        payload: String = "",
        _ expectation: Expectation,
        also: @escaping @Sendable (Outcome) -> Void = { _ in }
    ) -> Trial {
        Trial(swift: name) { stage, bundle in
            let server = try WebServer()
            var settings = RunSettings(budget, payload: #","url":"\#(server.origin)""# + payload)
            settings.origins = [server.origin]
            let outcome = try await stage.run(bundle, act: act, settings)
            server.stop()
            guard stage.hasNetwork else { return Expectation.rejected(.sandbox).check(outcome) }
            expectation.check(outcome)
            also(outcome)
        }
    }

    /// Row 22.
    static let waiting = [
        served(
            "for an answer that never comes",
            .named("22-waits-for-the-network"),
            .silent,
            "wall=600ms",
            .fallback(.timeout)
        )
    ]

    /// Row 54.
    static let sockets = [
        Trial(
            "of every kind",
            .named("54-makes-sockets"),
            .delivered(
                answers: Refused.all(
                    [
                        "tcp", "tcp6", "udp", "raw", "netlink", "vsock", "packet", "crypto",
                        "bluetooth", "unix", "multipath", "pair", "connect", "abstract", "listen",
                    ],
                    ["EACCES", "EPERM", "EAFNOSUPPORT"]
                ).merging(["fast-open": ["EOPNOTSUPP", "EACCES", "EPERM"]]) { first, _ in first }
            )
        ),
        Trial("by a ring", .named("54-makes-sockets"), .violation("io_uring_setup"), act: "ring"),
    ]

    /// Row 55.
    static let others = [
        listed(
            "by every spelling",
            .named("55-asks-for-others"),
            ["https://example.com"],
            .delivered(
                answers: Refused.all(
                    [
                        "other", "address", "user", "user-tunnel", "tunnel", "port", "port-in-url",
                        "scheme", "twin", "wide", "suffix", "prefix", "host-line", "null",
                        "fragment", "smuggled",
                    ],
                    ["400", "403"]
                )
            )
        ) { outcome in
            let decisions = outcome.report.network?.decisions ?? []
            #expect(decisions.count >= 16)
            #expect(decisions.allSatisfy { !$0.isAllowed })
        }
    ]

    /// Row 56.
    static let redirects = [
        listed(
            "to every inside address",
            .named("56-follows-redirects"),
            ["https://example.com", "http://localhost:9"],
            .delivered(
                answers: Refused.all(
                    [
                        "metadata", "private", "loopback", "short", "hexadecimal", "decimal",
                        "octal", "loopback6", "mapped", "zero", "name", "file", "gopher",
                    ],
                    ["400", "403"]
                )
            )
        ),
        served(
            swift: "by a server that is listed",
            act: "redirects",
            "wall=20s,cpu=10s",
            payload: """
                ,"targets":{"metadata":"http://169.254.169.254/latest/","private":"http://10.0.0.1/",\
                "loopback":"http://127.0.0.1:9/","name":"http://localhost:9/",\
                "secure":"https://127.0.0.1:9/","other":"http://other.example/",\
                "decimal":"http://2130706433/"}
                """,
            .delivered(
                // The last is no URL for libcurl, whose answer it is.
                answers: Refused.all(
                    ["metadata", "private", "loopback", "name", "secure", "other", "decimal"],
                    ["-1009", "-1000"]
                )
            )
        ) { outcome in
            let decisions = outcome.report.network?.decisions ?? []
            #expect(decisions.filter(\.isAllowed).count == 7)
            #expect(decisions.filter { !$0.isAllowed }.count >= 6)
        },
    ]

    /// Row 127: what of it is let through is one request, and that to the listed server.
    static let crooked = [
        Trial("to a listed server", .named("127-speaks-crookedly")) { stage, bundle in
            let server = try HostileServer(.attentive)
            var settings = RunSettings(
                "wall=30s,cpu=20s",
                payload: #","url":"\#(server.origin)/","authority":"\#(server.authority)""#
            )
            settings.origins = [server.origin]
            let outcome = try await stage.run(bundle, settings)
            server.stop()
            guard stage.hasNetwork else { return Expectation.rejected(.sandbox).check(outcome) }
            let answers = Refused.all(
                [
                    "both", "lengths", "list", "plus", "codings", "identity", "blank", "tab",
                    "folded", "stolen", "line-feed", "return", "old", "older", "newer", "user",
                    "tabbed", "tunnel",
                ],
                ["400", "403"]
            )
            let passed = ["plain", "none", "zero", "chunked", "upgrade"]
            let broken = ["chunk-feed", "chunk-sign"]
            Expectation.delivered(
                answers: answers.merging(passed.map { ($0, ["200"]) }) { $1 }
                    .merging(broken.map { ($0, ["0", "400"]) }) { $1 }
                    .merging(["ports": ["1"]]) { $1 }
            )
            .check(outcome)
            let heard = server.heard
            #expect(!heard.contains("smuggled") && !heard.contains("other.example"), "\(heard)")
            // Those that are let through, and two whose bodies turn out to be broken.
            let requests = heard.ranges(of: "POST / HTTP/1.1\r\n").count
            #expect((5...7).contains(requests), "\(heard)")
        }
    ]

    /// Row 130.
    static let unheard = [
        Trial("in a run that it has not read", unheardFixture) { stage, bundle in
            let server = try HostileServer(.attentive)
            defer { server.stop() }
            let settings = speaking(to: server)
            let first = try await stage.run(bundle, settings)
            guard stage.hasNetwork else { return Expectation.rejected(.sandbox).check(first) }
            Expectation.delivered().check(first)
            let outcome = try await stage.run(bundle, act: "deny", settings)
            Expectation.fallback(.exited).check(outcome)
            #expect(outcome.report.worker?.isSecondAttempt != true)
            let decisions = outcome.report.network?.decisions ?? []
            #expect(decisions.map(\.isAllowed) == [true])
            #expect(server.heard.ranges(of: "GET /denied").count == 1)
        },
        Trial(
            "while it is loaded for no run",
            unheardFixture,
            manifest: { ["Process": "fresh"] }
        ) { stage, bundle in
            let server = try HostileServer(.attentive)
            defer { server.stop() }
            let settings = speaking(to: server)
            let first = try await stage.run(bundle, act: "keep", settings)
            guard stage.hasNetwork, stage.keepsFiles else { return }
            Expectation.delivered().check(first)
            let second = try await stage.run(bundle, settings)
            Expectation.delivered().check(second)
            // The worker that waits for the third run asks too, before it is asked anything.
            let statuses = try await stage.lines(2, of: "loads", bundle)
            #expect(statuses == ["200", "503"], "\(statuses)")
            #expect(second.report.network?.decisions.map(\.isAllowed) == [true])
            #expect(server.heard.ranges(of: "GET /loading").count == 1)
        },
    ]

    private static let unheardFixture = Fixture.named("130-speaks-where-nobody-listens")

    private static func speaking(to server: HostileServer) -> RunSettings {
        var settings = RunSettings(
            "wall=30s,cpu=20s",
            payload: #","origin":"\#(server.origin)""#
        )
        settings.origins = [server.origin]
        return settings
    }

    /// Row 57.
    static let endless = [
        served(
            "without an end",
            .named("57-downloads-for-ever"),
            .endless,
            "wall=20s,cpu=10s",
            .delivered(answers: ["ended": ["1"], "few": ["1"], "some": ["1"]])
        ),
        served(
            "byte by byte",
            .named("57-downloads-for-ever"),
            .slow,
            "wall=700ms",
            .fallback(.timeout)
        ),
        served(
            "a head without an end",
            .named("57-downloads-for-ever"),
            .endlessHead,
            "wall=20s,cpu=10s",
            .delivered(answers: ["ended": ["1"], "few": ["1"]])
        ),
        served(swift: "packed", act: "bomb", "wall=20s,cpu=10s", .fallback(.memory)),
    ]

    /// Row 58.
    static let many = [
        listed(
            "a limit is there",
            .named("58-fetches-ten-thousand-times"),
            ["https://example.com"],
            .delivered(answers: ["limited": ["1"], "answered": ["1"]])
        )
    ]

    /// Row 59: what is left is timing, and the names of origins that are listed.
    static let names = [
        Trial(
            "nothing but the proxy looks up names",
            .named("59-leaks-through-names"),
            .delivered(
                answers: [
                    "lookup": ["0"], "service": ["0"], "resolver": Refused.file,
                    "cache": Refused.file, "datagram": ["EACCES"],
                    "datagram6": ["EACCES", "EAFNOSUPPORT"],
                ]
            )
        ),
        listed(
            "nor with network",
            .named("59-leaks-through-names"),
            ["https://example.com"],
            .delivered(
                answers: [
                    "lookup": ["0"], "service": ["0"], "resolver": Refused.file,
                    "cache": Refused.file, "datagram": ["EACCES"],
                    "datagram6": ["EACCES", "EAFNOSUPPORT"],
                ]
            )
        ),
    ]
}
