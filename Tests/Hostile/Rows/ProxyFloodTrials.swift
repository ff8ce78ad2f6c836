// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryEgress
internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import EndToEndSupport
internal import Foundation
internal import Testing

/// G, over time: more connections, bytes and names than the proxy may hold.
enum ProxyFloodTrials {
    /// Descriptors of the host for two workers: for each 48 connections that it has accepted, 16 to
    /// servers, and 16 for the worker itself.
    private static let descriptorBound = 2 * (48 + 16 + 16)

    /// Enough for a busy machine.
    private static let usual = "wall=20s,cpu=10s"

    private static let silentFixture = Fixture.named("121-opens-connections-and-says-nothing")

    /// Row 121.
    static let silent = [
        flood("and says nothing", act: "silent", usual, .delivered(answers: ["thousands": ["1"]])),
        flood(
            "and says half a request",
            act: "half",
            usual,
            .delivered(answers: ["thousands": ["1"]])
        ),
        flood("and asks byte by byte", act: "bytes", "wall=3s", .fallback(.timeout)),
    ]

    /// Floods the proxy while another bundle asks a server a hundred times.
    private static func flood(
        _ name: String,
        act: String,
        _ budget: String,
        _ expectation: Expectation
    ) -> Trial {
        Trial(name, silentFixture) { stage, bundle in
            let server = try HostileServer(.polite)
            defer { server.stop() }
            let neighbour = try stage.bundle("Neighbour-\(act)", silentFixture)
            var settings = RunSettings(budget)
            settings.origins = ["https://example.com"]
            var asking = RunSettings(
                usual,
                payload: #","url":"\#(server.origin)/","authority":"\#(server.authority)""#
            )
            asking.origins = [server.origin]
            let before = try Holdings.now()
            let (outcomes, most) = try await HeldMost.during { [settings, asking] in
                async let own = stage.run(bundle, act: act, settings)
                async let other = stage.run(neighbour, act: "asks", asking)
                return try await (own, other)
            }
            guard stage.hasNetwork else {
                return Expectation.rejected(.sandbox).check(outcomes.0)
            }
            expectation.check(outcomes.0)
            Expectation.delivered(answers: ["answered": ["100"]]).check(outcomes.1)
            #expect(most.descriptors <= before.descriptors + descriptorBound, "\(most)")
        }
    }

    /// Row 122.
    static let unread = [
        Trial("on sixteen connections", .named("122-takes-no-answer")) { stage, bundle in
            let server = try HostileServer(.endless, connectionsAtOnce: 16)
            defer { server.stop() }
            var settings = RunSettings(
                "wall=20s,cpu=10s,network=8MB",
                payload: #","url":"\#(server.origin)/","authority":"\#(server.authority)""#
            )
            settings.origins = [server.origin]
            let before = try HeldMost.socketBytesNow()
            let (outcome, most) = try await HeldMost.during { [settings] in
                try await stage.run(bundle, settings)
            }
            guard stage.hasNetwork else { return Expectation.rejected(.sandbox).check(outcome) }
            Expectation.delivered(answers: ["opened": ["16"]]).check(outcome)
            let reasons = Set(outcome.report.network?.decisions.map(\.reason) ?? [])
            #expect(!reasons.contains(.allowed), "\(reasons)")
            // What the budget lets through, twice as the kernel counts it, and 1 MB for each of 32 ends.
            #expect(most.socketBytes - before < (16 + 32) << 20, "\(most), before \(before)")
        }
    ]

    /// Row 123.
    static let names = [
        Trial(
            "of a server that never answers",
            .named("123-asks-for-names-without-end")
        ) { stage, bundle in
            let server = SilentNameServer()
            var configuration = stage.host.configuration
            configuration.lookUp = { _ in
                server.wait()
                return []
            }
            let host = try ExtensionHost(configuration)
            var settings = RunSettings(usual, fresh: true)
            settings.origins = ["https://*.slow.example"]
            let before = try Holdings.now()
            let (_, most) = try await HeldMost.during { [settings] in
                for _ in 0..<40 {
                    let outcome = try await stage.run(bundle, settings, on: host)
                    guard stage.hasNetwork else {
                        Expectation.rejected(.sandbox).check(outcome)
                        continue
                    }
                    Expectation.delivered(answers: ["sent": ["8"]]).check(outcome)
                    let decisions = outcome.report.network?.decisions ?? []
                    let reasons = Set(decisions.map(\.reason))
                    // Those that waited, and those that found too many waiting.
                    #expect(reasons.isSubset(of: [.proxyClosed, .unresolvable]), "\(reasons)")
                }
            }
            #expect(server.questionCount >= 4 || !stage.hasNetwork)
            // The lookups' four, the host's own, and what Swift's pool and Dispatch may add.
            #expect(most.threads <= before.threads + 16, "\(most), \(before)")
            server.answer()
            await host.shutdown()
        }
    ]
}
