// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import NIOCore
import Testing

@testable import BelfryRuntime

@Suite(.timeLimit(.minutes(1))) struct EgressLimitTests {
    /// An origin that sends for as long as somebody takes it.
    private static let endless: @Sendable (PulledChannel) async throws -> Void = { client in
        _ = try await client.readHead()
        try await client.send("HTTP/1.1 200 OK\r\n\r\n")
        while true { try await client.write(ByteBuffer(repeating: 0x61, count: 4096)) }
    }

    /// An origin that takes everything and says nothing.
    private static let mute: @Sendable (PulledChannel) async throws -> Void = { client in
        _ = try await client.readAll()
    }

    @Test(arguments: [
        EgressLimits.with { $0.bytesPerConnection = 100_000 },
        EgressLimits.with { $0.bytesInTotal = 100_000 },
    ])
    func `ends an endless answer at the byte limit, as an error`(
        limits: EgressLimits
    ) async throws {
        try await TestOrigin.serving(Self.endless) { origin in
            let host = "127.0.0.1:\(origin.port)"
            try await ProxyFixture.running(["http://\(host)"], limits: limits) { fixture in
                await #expect(throws: Refusal.self) {
                    try await fixture.get("http://\(host)/", host: host)
                }
                let decision = try await fixture.decision()
                #expect(decision.reason == .byteLimit)
                #expect(decision.isAllowed)
                #expect(1...100_000 ~= decision.byteCountToExtension)
            }
        }
    }

    @Test func `counts the bytes of all connections together`() async throws {
        let limits = EgressLimits.with { $0.bytesInTotal = 1000 }
        let answer = "HTTP/1.1 200 OK\r\n\r\n" + String(repeating: "a", count: 600)
        try await TestOrigin.answering(answer) { origin in
            let host = "127.0.0.1:\(origin.port)"
            try await ProxyFixture.running(["http://\(host)"], limits: limits) { fixture in
                let answer = try await fixture.get("http://\(host)/", host: host)
                #expect(answer.hasSuffix("aaa"))
                #expect(try await fixture.decision().reason == .allowed)
                _ = try? await fixture.get("http://\(host)/", host: host)
                #expect(try await fixture.decision().reason == .byteLimit)
            }
        }
    }

    @Test(
        arguments: [
            (EgressLimits.with { $0.idleTime = .seconds(2) }, .idleLimit),
            (EgressLimits.with { $0.connectionTime = .seconds(2) }, .timeLimit),
        ] as [(EgressLimits, EgressDecision.Reason)]
    )
    func `ends a connection at its time`(
        limits: EgressLimits,
        reason: EgressDecision.Reason
    ) async throws {
        try await TestOrigin.serving(Self.mute) { origin in
            let host = "127.0.0.1:\(origin.port)"
            try await ProxyFixture.running(["http://\(host)"], limits: limits) { fixture in
                await #expect(throws: Refusal.self) {
                    try await fixture.get("http://\(host)/", host: host)
                }
                let decision = try await fixture.decision()
                #expect(decision.reason == reason)
                #expect(decision.timing.length >= .seconds(2))
            }
        }
    }

    @Test func `ends a connection that is busy, when its whole time is over`() async throws {
        let limits = EgressLimits.with {
            $0.connectionTime = .seconds(2)
            $0.bytesPerConnection = .max
            $0.bytesInTotal = .max
        }
        try await TestOrigin.serving(Self.endless) { origin in
            let host = "127.0.0.1:\(origin.port)"
            try await ProxyFixture.running(["http://\(host)"], limits: limits) { fixture in
                let client = try await fixture.connect()
                try await client.send("GET http://\(host)/ HTTP/1.1\r\nHost: \(host)\r\n\r\n")
                await #expect(throws: Refusal.self) {
                    while try await client.read() != nil {}
                }
                #expect(try await fixture.decision().reason == .timeLimit)
            }
        }
    }

    @Test func `does not wait for a head that never ends`() async throws {
        let limits = EgressLimits.with { $0.idleTime = .seconds(2) }
        try await ProxyFixture.running([], limits: limits) { fixture in
            let client = try await fixture.connect()
            try await client.send("GET http://")
            await #expect(throws: Refusal.self) { try await client.readAll() }
            #expect(try await fixture.decision().reason == .idleLimit)
        }
    }

    @Test func `refuses a flood of fields`() async throws {
        try await ProxyFixture.running([]) { fixture in
            let client = try await fixture.connect()
            try await client.send("GET http://a.example/ HTTP/1.1\r\n")
            try await client.send(String(repeating: "A: b\r\n", count: 10_000))
            let answer = try await client.readAll()
            #expect(answer.hasPrefix("HTTP/1.1 431 Request Header Fields Too Large\r\n"))
            #expect(try await fixture.decision().reason == .headLimit)
            await client.close()
        }
    }

    @Test func `gives up a lookup that takes too long`() async throws {
        let limits = EgressLimits.with { $0.lookupTime = .milliseconds(100) }
        let resolver = SilentResolver()
        let origins = ["http://slow.example"]
        try await ProxyFixture.running(origins, limits: limits, resolver: resolver) { fixture in
            let answer = try await fixture.get("http://slow.example/", host: "slow.example")
            #expect(answer.hasPrefix("HTTP/1.1 504 Gateway Timeout\r\n"))
            #expect(try await fixture.decision().reason == .lookupTimedOut)
        }
    }

    @Test func `refuses one connection too many at once`() async throws {
        let limits = EgressLimits.with { $0.connectionsAtOnce = 1 }
        try await TestOrigin.serving(Self.mute) { origin in
            let host = "127.0.0.1:\(origin.port)"
            try await ProxyFixture.running(["https://\(host)"], limits: limits) { fixture in
                let first = try await fixture.connect()
                try await first.send("CONNECT \(host) HTTP/1.1\r\nHost: \(host)\r\n\r\n")
                #expect(try await first.readHead().hasPrefix("HTTP/1.1 200 "))
                let answer = try await fixture.get("http://a.example/", host: "a.example")
                #expect(answer.hasPrefix("HTTP/1.1 503 Service Unavailable\r\n"))
                #expect(try await fixture.decision().reason == .connectionLimit)
                await first.close()
                #expect(try await fixture.decision().reason == .allowed)
            }
        }
    }

    @Test func `stops listening with the first request too many`() async throws {
        let limits = EgressLimits.with { $0.requestsInTotal = 2 }
        try await ProxyFixture.running([], limits: limits) { fixture in
            for _ in 1...2 {
                let answer = try await fixture.get("http://a.example/", host: "a.example")
                #expect(answer.hasPrefix("HTTP/1.1 403 "))
                #expect(try await fixture.decision().reason == .notListed)
            }
            let answer = try await fixture.get("http://a.example/", host: "a.example")
            #expect(answer.hasPrefix("HTTP/1.1 429 Too Many Requests\r\n"))
            #expect(try await fixture.decision().reason == .requestLimit)
            // Whoever slips in before the socket is closed gets no word: the fixture expects no
            // further decision. Afterwards the port may be another test's, so answers mean nothing.
            for _ in 0..<20 {
                guard let late = try? await fixture.connect() else { return }
                try? await late.send("GET http://a.example/ HTTP/1.1\r\nHost: a.example\r\n\r\n")
                _ = try? await late.readAll()
                await late.close()
            }
        }
    }

    @Test func `ends and records every open exchange when it is closed`() async throws {
        let resolver = SilentResolver()
        try await TestOrigin.serving(Self.mute) { origin in
            let host = "127.0.0.1:\(origin.port)"
            let origins = ["https://\(host)", "https://slow.example"]
            try await ProxyFixture.running(origins, resolver: resolver) { fixture in
                let open = try await fixture.connect()
                try await open.send("CONNECT \(host) HTTP/1.1\r\nHost: \(host)\r\n\r\n")
                #expect(try await open.readHead().hasPrefix("HTTP/1.1 200 "))
                let lookup = try await fixture.connect()
                try await lookup.send("CONNECT slow.example:443 HTTP/1.0\r\n\r\n")
                try await resolver.question()
                async let ends: Void = fixture.proxy.close()
                await #expect(throws: Refusal.self) { try await open.readAll() }
                await ends
                for _ in 1...2 {
                    #expect(try await fixture.decision().reason == .proxyClosed)
                }
                await #expect(throws: (any Error).self) { try await fixture.connect() }
            }
        }
    }
}

extension EgressLimits {
    fileprivate static func with(_ change: (inout EgressLimits) -> Void) -> EgressLimits {
        var limits = EgressLimits()
        change(&limits)
        return limits
    }
}
