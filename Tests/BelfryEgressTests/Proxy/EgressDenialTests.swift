// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryReport
import BelfrySystem
import NIOCore
import NIOPosix
import Testing

@testable import BelfryEgress

@Suite(.timeLimit(.minutes(1))) struct EgressDenialTests {
    @Test(arguments: [
        ("GET http://evil.example/ HTTP/1.1", "evil.example", "http://evil.example"),
        ("CONNECT evil.example:443 HTTP/1.1", "evil.example:443", "https://evil.example"),
        ("CONNECT listed.example:22 HTTP/1.1", "listed.example:22", "https://listed.example:22"),
        ("GET http://listed.example/ HTTP/1.1", "listed.example", "http://listed.example"),
        (
            "GET http://listed.example:443/ HTTP/1.1", "listed.example:443",
            "http://listed.example:443"
        ),
        ("CONNECT listed.example:80 HTTP/1.1", "listed.example:80", "https://listed.example:80"),
        (
            "CONNECT xn--lsted-q4a.example:443 HTTP/1.1", "xn--lsted-q4a.example:443",
            "https://xn--lsted-q4a.example"
        ),
        ("CONNECT 127.0.0.1:443 HTTP/1.1", "127.0.0.1:443", "https://127.0.0.1"),
        ("GET http://[::1]:631/ HTTP/1.1", "[::1]:631", "http://[::1]:631"),
    ])
    func `denies what is not listed, without a lookup, and says how to list it`(
        line: String,
        host: String,
        origin: String
    ) async throws {
        let resolver = StubResolver([:])
        try await ProxyFixture.running(["https://listed.example"], resolver: resolver) { fixture in
            let answer = try await fixture.exchange("\(line)\r\nHost: \(host)\r\n\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 403 Forbidden\r\n"))
            #expect(answer.contains("\r\nx-belfry-denied: notListed\r\n"))
            #expect(answer.contains("\r\nproxy-status: belfry; error=http_request_denied; "))
            #expect(answer.contains("<string>\(origin)</string></array></dict>"))
            let decision = try await fixture.decision()
            #expect(!decision.isAllowed)
            #expect(decision.reason == .notListed)
            #expect(decision.origin == origin)
            #expect(decision.remedy?.hasSuffix("<string>\(origin)</string></array></dict>") == true)
            #expect(decision.byteCountFromExtension == 0)
            #expect(decision.byteCountToExtension == 0)
            #expect(resolver.asked.isEmpty)
        }
    }

    @Test(arguments: [
        ("127.0.0.1", EgressDecision.Reason.loopbackAddress), ("::1", .loopbackAddress),
        ("::ffff:127.0.0.1", .loopbackAddress), ("10.0.0.1", .privateAddress),
        ("169.254.169.254", .linkLocalAddress), ("0.0.0.0", .reservedAddress),
    ])
    func `denies a listed name that leads inwards`(
        address: String,
        reason: EgressDecision.Reason
    ) async throws {
        // A public name server may answer with anything; a listening origin must see no connection.
        try await TestOrigin.serving({ _ in Issue.record("a connection was made") }) { origin in
            let host = "rebind.example:\(origin.port)"
            let resolver = StubResolver(["rebind.example": ["8.8.8.8", address]])
            let origins = ["http://\(host)", "https://\(host)"]
            try await ProxyFixture.running(origins, resolver: resolver) { fixture in
                let requests = [
                    "GET http://\(host)/ HTTP/1.1\r\nHost: \(host)\r\n\r\n",
                    "CONNECT \(host) HTTP/1.1\r\nHost: \(host)\r\n\r\n",
                ]
                for request in requests {
                    let answer = try await fixture.exchange(request)
                    #expect(answer.hasPrefix("HTTP/1.1 403 Forbidden\r\n"))
                    let decision = try await fixture.decision()
                    #expect(!decision.isAllowed)
                    #expect(decision.reason == reason)
                    #expect(decision.address == IPAddress(address)?.description)
                }
            }
        }
    }

    @Test(arguments: [
        ("CONNECT [2606:4700::1]:22 HTTP/1.1", "[2606:4700::1]:22"),
        ("GET http://home.example/ HTTP/1.1", "home.example"),
        ("CONNECT other.example:443 HTTP/1.1", "other.example:443"),
    ])
    func `denies a public address that is this machine's or of its network`(
        line: String,
        host: String
    ) async throws {
        let resolver = StubResolver([
            "home.example": ["2606:4700::1"], "other.example": ["2606:4700::1"],
        ])
        let places: [(NetworkRoute, EgressDecision.Reason)] = [
            (NetworkRoute(isUnicast: false, hasGateway: false), .loopbackAddress),
            (.neighbour, .privateAddress),
        ]
        for (route, reason) in places {
            try await ProxyFixture.running(
                ["http://home.example"],
                isLearning: true,
                resolver: resolver,
                route: { _ in route }
            ) { fixture in
                let answer = try await fixture.exchange("\(line)\r\nHost: \(host)\r\n\r\n")
                #expect(answer.hasPrefix("HTTP/1.1 403 Forbidden\r\n"))
                let decision = try await fixture.decision()
                #expect(!decision.isAllowed)
                #expect(decision.reason == reason)
                #expect(decision.address == "2606:4700::1")
            }
        }
    }

    @Test(arguments: [
        ("GET http://listed.example@evil.example/ HTTP/1.1", "userInfoInTarget"),
        ("GET http://0x7f.1/ HTTP/1.1", "badRequest"), ("GET http://127.1/ HTTP/1.1", "badRequest"),
        ("GET http://2130706433/ HTTP/1.1", "badRequest"),
        ("GET http://[::ffff:127.0.0.1]/ HTTP/1.1", "badRequest"),
        ("GET http://listed.example./ HTTP/1.1", "badRequest"),
        ("GET file:///etc/passwd HTTP/1.1", "badRequest"), ("GET / HTTP/1.1", "badRequest"),
        ("\u{16}\u{3}\u{1}", "badRequest"),
    ])
    func `refuses a request that means to be misread`(line: String, reason: String) async throws {
        let origins = ["http://listed.example", "http://127.0.0.1"]
        try await ProxyFixture.running(origins) { fixture in
            let answer = try await fixture.exchange("\(line)\r\nHost: listed.example\r\n\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
            #expect(answer.contains("\r\nx-belfry-denied: \(reason)\r\n"))
            #expect(try await fixture.decision().reason.rawValue == reason)
        }
    }

    @Test func `refuses a Host field that disagrees with the target`() async throws {
        try await ProxyFixture.running(["http://listed.example"]) { fixture in
            _ = try await fixture.get("http://listed.example/", host: "other.example")
            let decision = try await fixture.decision()
            #expect(decision.reason == .badRequest)
            #expect(decision.host == "listed.example")
        }
    }

    @Test func `answers a denied request even while its body is being sent`() async throws {
        try await ProxyFixture.running([]) { fixture in
            let client = try await fixture.connect()
            try await client.send(
                "POST http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\n"
                    + "Content-Length: 500000\r\n\r\n"
            )
            try await client.write(ByteBuffer(repeating: 0x61, count: 500_000))
            #expect(try await client.readAll().hasPrefix("HTTP/1.1 403 Forbidden\r\n"))
            #expect(try await fixture.decision().reason == .notListed)
            await client.close()
        }
    }

    @Test func `says when a name has no address`() async throws {
        try await ProxyFixture.running(["https://gone.example"]) { fixture in
            let answer = try await fixture.exchange(
                "CONNECT gone.example:443 HTTP/1.1\r\nHost: gone.example:443\r\n\r\n"
            )
            #expect(answer.hasPrefix("HTTP/1.1 502 Bad Gateway\r\n"))
            let decision = try await fixture.decision()
            #expect(decision.reason == .unresolvable)
            #expect(decision.message?.contains("Name or service not known") == true)
        }
    }

    @Test func `records nothing for a connection without a request`() async throws {
        try await ProxyFixture.running([]) { fixture in
            let client = try await fixture.connect()
            await client.finishOutput()
            #expect(try await client.readAll().isEmpty)
            await client.close()
        }
    }

    @Test func `refuses a descriptor that does not listen`() async throws {
        await #expect(throws: SystemError.self) {
            _ = try await EgressProxy(
                listener: try Descriptor.open("/dev/null", 0),
                policy: NetworkPolicy(),
                registry: ConnectionRegistry(limits: .patient),
                group: MultiThreadedEventLoopGroup.singleton,
                resolver: StubResolver([:]),
                record: { _ in }
            )
        }
    }
}

extension NetworkRoute {
    /// The way to a machine on the same link.
    fileprivate static var neighbour: NetworkRoute {
        var route = NetworkRoute(isUnicast: true, hasGateway: false)
        route.hasNeighbours = true
        return route
    }
}
