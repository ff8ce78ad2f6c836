// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryReport
import Foundation
import NIOCore
import Synchronization
import Testing

@testable import BelfryEgress

/// Names that lead elsewhere each time, and servers that take their time, or never end.
@Suite(.timeLimit(.minutes(1))) struct EgressOverTimeTests {
    @Test func `looks a name up once for each request and checks each answer anew`() async throws {
        let resolver = FickleResolver([["127.0.0.1"], ["169.254.169.254"], ["127.0.0.1"]])
        try await TestOrigin.answering("HTTP/1.1 200 OK\r\n\r\nhere") { origin in
            let host = "localhost:\(origin.port)"
            try await ProxyFixture.running(["http://\(host)"], resolver: resolver) { fixture in
                let reasons: [EgressDecision.Reason] = [.allowed, .linkLocalAddress, .allowed]
                for (number, reason) in reasons.enumerated() {
                    let answer = try await fixture.get("http://\(host)/", host: host)
                    #expect(answer.hasSuffix("here") == (reason == .allowed))
                    #expect(try await fixture.decision().reason == reason)
                    #expect(resolver.leftCount == reasons.count - number - 1)
                }
            }
        }
    }

    @Test func `lets no later answer of a name server lead inwards`() async throws {
        let resolver = FickleResolver([
            ["127.0.0.1"], ["8.8.8.8", "127.0.0.1"], ["10.0.0.1"], ["::ffff:10.0.0.1"],
        ])
        let origins = ["http://fickle.example"]
        try await ProxyFixture.running(origins, resolver: resolver) { fixture in
            for reason: EgressDecision.Reason in [
                .loopbackAddress, .loopbackAddress, .privateAddress, .privateAddress, .unresolvable,
            ] {
                _ = try await fixture.get("http://fickle.example/", host: "fickle.example")
                let decision = try await fixture.decision()
                #expect(decision.reason == reason)
                #expect(!decision.isAllowed)
            }
        }
    }

    @Test func `passes packed bytes on as they are, and counts those`() async throws {
        // 1 MB of one byte, packed a thousandfold: what it becomes is for whoever unpacks it.
        let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 1024\r\n\r\n"
        let limits = EgressLimits.with { $0.bytesInTotal = 2048 }
        try await TestOrigin.answering(head + String(repeating: "z", count: 1024)) { origin in
            let host = "127.0.0.1:\(origin.port)"
            try await ProxyFixture.running(["http://\(host)"], limits: limits) { fixture in
                let answer = try await fixture.get("http://\(host)/", host: host)
                #expect(answer.hasSuffix("\r\n\r\n" + String(repeating: "z", count: 1024)))
                let decision = try await fixture.decision()
                #expect(decision.reason == .allowed)
                #expect(1024..<1200 ~= decision.byteCountToExtension)
            }
        }
    }

    @Test(
        arguments: [
            ("HTTP/1.1 200 OK\r\n", "X-Line: x\r\n", .badResponse),
            ("HTTP/1.1 200 OK\r\nX-Line: ", "xxxxxxxxxxx", .badResponse),
            (chunked, "1\r\na\r\n", .byteLimit),
            (chunked, "000001;x=y\r\na\r\n", .byteLimit),
            (chunked + "1;", "x=yyyyyyyyy", .badResponse),
            (chunked + "0\r\n", "X-Trailer: x\r\n", .badResponse),
            (chunked, "0000000000", .badResponse),
        ] as [(String, String, EgressDecision.Reason)]
    )
    func `ends an answer that has no end`(
        start: String,
        more: String,
        reason: EgressDecision.Reason
    ) async throws {
        let limits = EgressLimits.with { $0.bytesInTotal = 200_000 }
        let piece = String(repeating: more, count: 100)
        try await TestOrigin.serving { client in
            _ = try await client.readHead()
            try await client.send(start)
            while true { try await client.send(piece) }
        } during: { origin in
            let host = "127.0.0.1:\(origin.port)"
            try await ProxyFixture.running(["http://\(host)"], limits: limits) { fixture in
                _ = try? await fixture.get("http://\(host)/", host: host)
                let decision = try await fixture.decision()
                #expect(decision.reason == reason)
                #expect(decision.byteCountToExtension <= 200_000)
            }
        }
    }

    private static let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"

    @Test(
        arguments: [
            (EgressLimits.with { $0.connectionTime = .seconds(1) }, 20, .timeLimit),
            (EgressLimits.with { $0.idleTime = .milliseconds(300) }, 3000, .idleLimit),
        ] as [(EgressLimits, Int, EgressDecision.Reason)]
    )
    func `ends an answer that comes byte by byte`(
        limits: EgressLimits,
        pause: Int,
        reason: EgressDecision.Reason
    ) async throws {
        try await TestOrigin.serving { client in
            _ = try await client.readHead()
            try await client.send("HTTP/1.1 200 OK\r\n\r\n")
            while true {
                try await client.send("a")
                try await Task.sleep(for: .milliseconds(pause))
            }
        } during: { origin in
            let host = "127.0.0.1:\(origin.port)"
            try await ProxyFixture.running(["http://\(host)"], limits: limits) { fixture in
                await #expect(throws: Refusal.self) {
                    try await fixture.get("http://\(host)/", host: host)
                }
                let decision = try await fixture.decision()
                #expect(decision.reason == reason)
            }
        }
    }

    @Test func `holds little for a server that takes nothing`() async throws {
        let limits = EgressLimits.with { $0.idleTime = .seconds(8) }
        let silence = AsyncStream.makeStream(of: Void.self)
        try await TestOrigin.serving { client in
            _ = try await client.readHead()
            for await _ in silence.stream {}
        } during: { origin in
            let host = "127.0.0.1:\(origin.port)"
            try await ProxyFixture.running(["http://\(host)"], limits: limits) { fixture in
                let client = try await fixture.connect()
                try await client.send(
                    "POST http://\(host)/ HTTP/1.1\r\nHost: \(host)\r\n"
                        + "Content-Length: 999999999\r\n\r\n"
                )
                let block = ByteBuffer(repeating: 0x61, count: 65536)
                await #expect(throws: Refusal.self) {
                    while true { try await client.write(block) }
                }
                let decision = try await fixture.decision()
                #expect(decision.reason == .idleLimit)
                // What the kernel takes for this machine's own two sockets and one piece of 64 KB.
                #expect(decision.byteCountFromExtension < 2 << 20)
            }
            silence.continuation.finish()
        }
    }

    @Test func `keeps nothing of a thousand connections that are never answered`() async throws {
        await #expect(processExitsWith: .success) {
            try await Self.openWithoutAnswers(rounds: 64)
        }
    }

    /// Opens 16 connections in each round, waits until the server has them all, and ends the run.
    private static func openWithoutAnswers(rounds: Int) async throws {
        let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
        try await TestOrigin.serving { client in
            _ = try await client.readHead()
            arrival.yield()
            _ = try await client.readAll()
        } during: { origin in
            let host = "127.0.0.1:\(origin.port)"
            var limits = EgressLimits.patient
            limits.requestsInTotal = 16
            try await ProxyFixture.running(["http://\(host)"], limits: limits) { fixture in
                var counts: [Int] = []
                for _ in 0..<rounds {
                    var clients: [PulledChannel] = []
                    for _ in 0..<16 {
                        let client = try await fixture.connect()
                        clients.append(client)
                        try await client.send(
                            "GET http://\(host)/ HTTP/1.1\r\nHost: \(host)\r\n\r\n"
                        )
                        var iterator = arrivals.makeAsyncIterator()
                        _ = await iterator.next()
                    }
                    counts.append(try descriptorCount())
                    fixture.registry.endRun()
                    for client in clients {
                        _ = try? await client.readAll()
                        await client.close()
                        #expect(try await fixture.decision().reason == .proxyClosed)
                    }
                    await fixture.registry.idle()
                    fixture.registry.beginRun()
                }
                let first = try #require(counts.first)
                // The server's own ends may close a moment later.
                #expect(counts.allSatisfy { $0 <= first + 16 }, "\(counts)")
            }
        }
    }

    private static func descriptorCount() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    }
}
