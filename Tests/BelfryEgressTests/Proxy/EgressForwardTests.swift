// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryReport
import BelfrySystem
import NIOCore
import Testing

@testable import BelfryEgress

@Suite(.timeLimit(.minutes(1))) struct EgressForwardTests {
    @Test func `forwards a listed request and its answer`() async throws {
        let (heads, seen) = AsyncStream.makeStream(of: String.self)
        try await TestOrigin.serving { client in
            seen.yield(try await client.readHead())
            try await client.send(
                "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: keep-alive\r\n\r\nhello"
            )
            // An origin that ignores `connection: close` waits for another request.
            _ = try await client.read()
        } during: { origin in
            let host = "127.0.0.1:\(origin.port)"
            try await ProxyFixture.running(["http://\(host)"]) { fixture in
                let answer = try await fixture.get("http://\(host)/a?b", host: host)
                let expected =
                    "HTTP/1.1 200 OK\r\ncontent-length: 5\r\nconnection: close\r\n\r\nhello"
                #expect(answer == expected)
                let head = await heads.first { _ in true }
                let forwarded = "GET /a?b HTTP/1.1\r\nhost: \(host)\r\nconnection: close\r\n\r\n"
                #expect(head == forwarded)
                let decision = try await fixture.decision()
                #expect(decision.isAllowed)
                #expect(decision.reason == .allowed)
                #expect(decision.method == "GET")
                #expect(decision.scheme == .http)
                #expect(decision.host == "127.0.0.1")
                #expect(decision.port == UInt16(origin.port))
                #expect(decision.address == "127.0.0.1")
                #expect(decision.byteCountFromExtension == forwarded.utf8.count)
                #expect(decision.byteCountToExtension == expected.utf8.count)
                #expect(decision.status == 200)
                #expect(decision.sequence == 1)
                #expect(decision.timing.length > .zero)
            }
        }
    }

    @Test func `forwards a request that is learned, and its answer`() async throws {
        // A connection to it comes from 127.0.0.1; one whose ends are one address would be refused.
        let place = "127.0.0.2"
        try await TestOrigin.serving(at: place) { client in
            _ = try await client.readHead()
            try await client.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")
        } during: { origin in
            let host = "learned.example:\(origin.port)"
            try await ProxyFixture.running(
                [],
                isLearning: true,
                resolver: StubResolver(["learned.example": ["8.8.8.8"]]),
                route: { _ in NetworkRoute(isUnicast: true, hasGateway: true) },
                target: { _, port in try SocketAddress(ipAddress: place, port: Int(port)) }
            ) { fixture in
                let answer = try await fixture.get("http://\(host)/", host: host)
                #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
                #expect(answer.hasSuffix("\r\n\r\nhello"))
                let decision = try await fixture.decision()
                #expect(decision.isAllowed)
                #expect(decision.isLearned == true)
                #expect(decision.reason == .allowed)
                #expect(decision.address == "8.8.8.8")
            }
        }
    }

    @Test(arguments: [
        ("Content-Length: 5", "hello"),
        ("Transfer-Encoding: chunked", "5\r\nhello\r\n0\r\n\r\n"),
    ])
    func `forwards a body and nothing behind it`(framing: String, body: String) async throws {
        let (requests, seen) = AsyncStream.makeStream(of: String.self)
        try await TestOrigin.serving { client in
            var request = try await client.read { $0.hasSuffix(body) }
            try await client.send("HTTP/1.1 204 No Content\r\n\r\n")
            request += (try? await client.readAll()) ?? ""
            seen.yield(request)
        } during: { origin in
            let host = "127.0.0.1:\(origin.port)"
            try await ProxyFixture.running(["http://\(host)"]) { fixture in
                let answer = try await fixture.exchange(
                    "POST http://\(host)/ HTTP/1.1\r\nHost: \(host)\r\n\(framing)\r\n\r\n\(body)"
                        + "GET http://elsewhere.example/ HTTP/1.1\r\nHost: elsewhere.example\r\n\r\n"
                )
                #expect(answer == "HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n")
                let request = try #require(await requests.first { _ in true })
                #expect(request.hasSuffix("\r\n\r\n\(body)"))
                #expect(!request.contains("elsewhere"))
                #expect(try await fixture.decision().reason == .allowed)
            }
        }
    }

    @Test func `answers one request per connection, whatever follows it`() async throws {
        let (heads, seen) = AsyncStream.makeStream(of: String.self)
        try await TestOrigin.serving { client in
            seen.yield(try await client.readHead())
            try await client.send("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx")
        } during: { origin in
            let host = "127.0.0.1:\(origin.port)"
            try await ProxyFixture.running(["http://\(host)"]) { fixture in
                let request = "GET http://\(host)/ HTTP/1.1\r\nHost: \(host)\r\n\r\n"
                let answer = try await fixture.exchange(request + request)
                #expect(answer.hasSuffix("\r\n\r\nx"))
                #expect(answer.ranges(of: "HTTP/1.1").count == 1)
                seen.finish()
                var count = 0
                for await head in heads where head.hasPrefix("GET / ") { count += 1 }
                #expect(count == 1)
                #expect(try await fixture.decision().reason == .allowed)
            }
        }
    }

    @Test func `passes interim answers on while the body is still to come`() async throws {
        try await TestOrigin.serving { client in
            _ = try await client.readHead()
            try await client.send("HTTP/1.1 100 Continue\r\n\r\n")
            let body = try await client.read { $0.count == 5 }
            try await client.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n\(body)")
        } during: { origin in
            let host = "127.0.0.1:\(origin.port)"
            try await ProxyFixture.running(["http://\(host)"]) { fixture in
                let client = try await fixture.connect()
                try await client.send(
                    "PUT http://\(host)/ HTTP/1.1\r\nHost: \(host)\r\nContent-Length: 5\r\n"
                        + "Expect: 100-continue\r\n\r\n"
                )
                #expect(try await client.readHead() == "HTTP/1.1 100 Continue\r\n\r\n")
                try await client.send("12345")
                #expect(try await client.readAll().hasSuffix("\r\n\r\n12345"))
                #expect(try await fixture.decision().reason == .allowed)
                await client.close()
            }
        }
    }

    @Test func `ends with an answer that comes before the body`() async throws {
        let answer = "HTTP/1.1 413 Content Too Large\r\nContent-Length: 3\r\n\r\nbig"
        try await TestOrigin.answering(answer) { origin in
            let host = "127.0.0.1:\(origin.port)"
            try await ProxyFixture.running(["http://\(host)"]) { fixture in
                let answer = try await fixture.exchange(
                    "POST http://\(host)/ HTTP/1.1\r\nHost: \(host)\r\nContent-Length: 9000000\r\n\r\n"
                )
                #expect(answer.hasSuffix("\r\n\r\nbig"))
                #expect(try await fixture.decision().reason == .allowed)
            }
        }
    }

    @Test func `decides a redirect anew, as the request it is`() async throws {
        let answer = "HTTP/1.1 302 Found\r\nLocation: http://inside.example/\r\n\r\n"
        let resolver = StubResolver(["inside.example": ["169.254.169.254"]])
        try await TestOrigin.answering(answer) { origin in
            let host = "127.0.0.1:\(origin.port)"
            let origins = ["http://\(host)", "http://inside.example"]
            try await ProxyFixture.running(origins, resolver: resolver) { fixture in
                let first = try await fixture.get("http://\(host)/", host: host)
                #expect(first.contains("location: http://inside.example/"))
                #expect(try await fixture.decision().reason == .allowed)
                let second = try await fixture.get("http://inside.example/", host: "inside.example")
                #expect(second.hasPrefix("HTTP/1.1 403 Forbidden\r\n"))
                #expect(try await fixture.decision().reason == .linkLocalAddress)
            }
        }
    }

    @Test(arguments: [
        ("SSH-2.0-OpenSSH\r\n\r\n", EgressDecision.Reason.badResponse),
        ("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n", .badResponse),
        ("HTTP/1.1 200 OK\r\nA : b\r\n\r\n", .badResponse),
        ("HTTP/1.1 200 OK\r\n", .connectionLost), ("", .connectionLost),
    ])
    func `answers for an origin that does not answer properly`(
        answer: String,
        reason: EgressDecision.Reason
    ) async throws {
        try await TestOrigin.answering(answer) { origin in
            let host = "127.0.0.1:\(origin.port)"
            try await ProxyFixture.running(["http://\(host)"]) { fixture in
                let answer = try await fixture.get("http://\(host)/", host: host)
                #expect(answer.hasPrefix("HTTP/1.1 502 Bad Gateway\r\n"))
                let decision = try await fixture.decision()
                #expect(decision.reason == reason)
                #expect(decision.isAllowed)
            }
        }
    }

    @Test(arguments: [
        "HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhello",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhelloX",
    ])
    func `breaks the connection over a broken body`(answer: String) async throws {
        try await TestOrigin.answering(answer) { origin in
            let host = "127.0.0.1:\(origin.port)"
            try await ProxyFixture.running(["http://\(host)"]) { fixture in
                await #expect(throws: Refusal.self) {
                    try await fixture.get("http://\(host)/", host: host)
                }
                let decision = try await fixture.decision()
                #expect([.connectionLost, .badResponse].contains(decision.reason))
            }
        }
    }

    @Test func `answers when nothing listens at the origin`() async throws {
        let place = try SilentPort()
        let host = "127.0.0.1:\(place.port)"
        try await ProxyFixture.running(["http://\(host)"]) { fixture in
            let answer = try await fixture.get("http://\(host)/", host: host)
            #expect(answer.hasPrefix("HTTP/1.1 502 Bad Gateway\r\n"))
            let decision = try await fixture.decision()
            #expect(decision.reason == .connectFailed)
            #expect(decision.message?.contains("Connection refused") == true)
        }
        #expect(place.isHeld)
    }

    @Test func `tries a host's next address when the first does not answer`() async throws {
        let resolver = StubResolver(["localhost": ["127.255.255.254", "127.0.0.1"]])
        try await TestOrigin.answering("HTTP/1.1 200 OK\r\n\r\nhere") { origin in
            let host = "localhost:\(origin.port)"
            try await ProxyFixture.running(["http://\(host)"], resolver: resolver) { fixture in
                let answer = try await fixture.get("http://\(host)/", host: host)
                #expect(answer.hasSuffix("here"))
                let decision = try await fixture.decision()
                #expect(decision.address == "127.0.0.1")
                #expect(resolver.asked == ["localhost"])
            }
        }
    }
}
