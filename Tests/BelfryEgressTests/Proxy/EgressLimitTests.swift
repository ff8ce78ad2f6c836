// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryReport
import NIOCore
import Testing

@testable import BelfryEgress

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

    @Test func `ends an endless answer at the byte limit, as an error`() async throws {
        let limits = EgressLimits.with { $0.bytesInTotal = 100_000 }
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

    @Test func `answers every request too many, and a new run has its own count`() async throws {
        let limits = EgressLimits.with { $0.requestsInTotal = 2 }
        try await ProxyFixture.running([], limits: limits) { fixture in
            for _ in 1...2 {
                for number in 1...20 {
                    let answer = try await fixture.get("http://a.example/", host: "a.example")
                    let isWithin = number <= 2
                    let status = isWithin ? "403 Forbidden" : "429 Too Many Requests"
                    #expect(answer.hasPrefix("HTTP/1.1 \(status)\r\n"))
                    let reason = try await fixture.decision().reason
                    #expect(reason == (isWithin ? .notListed : .requestLimit))
                }
                fixture.registry.beginRun()
            }
        }
    }

    @Test func `closes without a word what floods it, and counts that`() async throws {
        let limits = EgressLimits.with {
            $0.requestsInTotal = 1
            $0.refusalsAtOnce = 2
        }
        try await ProxyFixture.running([], limits: limits) { fixture in
            // The one that is served. Not one that says nothing: which of two was first is known to
            // nobody before it has an answer, as they arrive on different threads.
            _ = try await fixture.get("http://a.example/", host: "a.example")
            #expect(try await fixture.decision().reason == .notListed)
            var told: [PulledChannel] = []
            for _ in 0..<2 {
                let client = try await fixture.connect()
                told.append(client)
                #expect(try await client.readHead().contains(" 429 "))
            }
            // Few, so that the told ones are still held when the last of them comes.
            for _ in 0..<10 {
                let client = try await fixture.connect()
                #expect((try? await client.readAll()) ?? "" == "")
                await client.close()
            }
            #expect(fixture.registry.takeUnansweredCount() == 10)
            #expect(fixture.registry.takeUnansweredCount() == 0)
            for client in told { await client.close() }
            for _ in 1...2 { #expect(try await fixture.decision().reason == .requestLimit) }
        }
    }

    @Test func `ends a head that comes byte by byte at the connection's time`() async throws {
        let limits = EgressLimits.with {
            $0.connectionTime = .seconds(2)
            $0.headByteCount = .max
        }
        try await ProxyFixture.running([], limits: limits) { fixture in
            let client = try await fixture.connect()
            await #expect(throws: Refusal.self) {
                while true { try await client.send("a") }
            }
            #expect(try await fixture.decision().reason == .timeLimit)
        }
    }

    @Test func `counts interim answers that are not passed on`() async throws {
        let limits = EgressLimits.with { $0.bytesInTotal = 100_000 }
        // Many to a piece: one by one, thousands of waits on a busy machine took a minute.
        let interim = String(repeating: "HTTP/1.1 102 Processing\r\n\r\n", count: 400)
        try await TestOrigin.serving { client in
            _ = try await client.readHead()
            while true { try await client.send(interim) }
        } during: { origin in
            let host = "127.0.0.1:\(origin.port)"
            try await ProxyFixture.running(["http://\(host)"], limits: limits) { fixture in
                let answer = try await fixture.exchange("GET http://\(host)/ HTTP/1.0\r\n\r\n")
                #expect(answer.hasPrefix("HTTP/1.1 429 "))
                #expect(try await fixture.decision().reason == .byteLimit)
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
