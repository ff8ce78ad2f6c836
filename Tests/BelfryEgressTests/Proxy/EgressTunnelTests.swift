// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryReport
import NIOCore
import Testing

@testable import BelfryEgress

@Suite(.timeLimit(.minutes(1))) struct EgressTunnelTests {
    @Test func `carries bytes both ways and each side's end by itself`() async throws {
        try await TestOrigin.serving { client in
            let request = try await client.readAll()
            try await client.send("heard \(request)")
        } during: { origin in
            try await ProxyFixture.running(["https://127.0.0.1:\(origin.port)"]) { fixture in
                let client = try await tunnel(to: origin, through: fixture, with: "early ")
                try await client.send("late")
                await client.finishOutput()
                #expect(try await client.readAll() == "heard early late")
                let decision = try await fixture.decision()
                #expect(decision.reason == .allowed)
                #expect(decision.method == "CONNECT")
                #expect(decision.scheme == .https)
                #expect(decision.byteCountFromExtension == 10)
                #expect(decision.byteCountToExtension == 16)
                await client.close()
            }
        }
    }

    @Test func `carries more than any buffer holds, at the reader's pace`() async throws {
        let size = 24 << 20
        try await TestOrigin.serving { client in
            _ = try await client.read()
            let piece = ByteBuffer(repeating: 0x62, count: 1 << 20)
            for _ in 0..<(size >> 20) { try await client.write(piece) }
        } during: { origin in
            try await ProxyFixture.running(["https://127.0.0.1:\(origin.port)"]) { fixture in
                let client = try await tunnel(to: origin, through: fixture)
                try await client.send("go")
                var count = 0
                while let piece = try await client.read() { count += piece.readableBytes }
                #expect(count == size)
                await client.close()
                let decision = try await fixture.decision()
                #expect(decision.reason == .allowed)
                #expect(decision.byteCountToExtension == size)
            }
        }
    }

    @Test func `lets the extension hang up`() async throws {
        try await TestOrigin.serving { client in
            _ = try await client.readAll()
        } during: { origin in
            try await ProxyFixture.running(["https://127.0.0.1:\(origin.port)"]) { fixture in
                let client = try await tunnel(to: origin, through: fixture)
                client.abort()
                #expect(try await fixture.decision().reason == .allowed)
            }
        }
    }

    @Test func `breaks when the origin breaks`() async throws {
        try await TestOrigin.serving { client in
            _ = try await client.read()
            client.abort()
        } during: { origin in
            try await ProxyFixture.running(["https://127.0.0.1:\(origin.port)"]) { fixture in
                let client = try await tunnel(to: origin, through: fixture)
                try await client.send("x")
                await #expect(throws: Refusal.self) { try await client.readAll() }
                #expect(try await fixture.decision().reason == .connectionLost)
            }
        }
    }

    @Test(arguments: [
        (["127.0.0.1.evil.example"], EgressDecision.Reason.serverNameMismatch),
        (["evil.example"], .serverNameMismatch), ([], .allowed),
    ])
    func `lets TLS ask for no other name than the tunnel's`(
        names: [String],
        reason: EgressDecision.Reason
    ) async throws {
        try await TestOrigin.serving { client in
            let bytes = try await client.readAll()
            if reason != .allowed { #expect(bytes.isEmpty) }
            try await client.send("heard")
        } during: { origin in
            try await ProxyFixture.running(["https://127.0.0.1:\(origin.port)"]) { fixture in
                let client = try await tunnel(to: origin, through: fixture)
                // In two pieces, as nothing says that it comes in one.
                let hello = TLSGreeting.naming(names)
                try await client.write(ByteBuffer(bytes: hello.prefix(7)))
                try await client.write(ByteBuffer(bytes: hello.dropFirst(7)))
                await client.finishOutput()
                let answer = try? await client.readAll()
                #expect((answer == "heard") == (reason == .allowed))
                let decision = try await fixture.decision()
                #expect(decision.reason == reason)
                #expect(decision.isAllowed == (reason == .allowed))
                #expect((decision.byteCountFromExtension > 0) == (reason == .allowed))
                await client.close()
            }
        }
    }

    @Test func `gives up TLS that never says for whom it is`() async throws {
        try await TestOrigin.serving { client in
            _ = try await client.readAll()
        } during: { origin in
            try await ProxyFixture.running(["https://127.0.0.1:\(origin.port)"]) { fixture in
                let client = try await tunnel(to: origin, through: fixture)
                try await client.write(ByteBuffer(bytes: [22, 3, 1, 0x40, 0, 1, 0xff, 0xff, 0xff]))
                await #expect(throws: Refusal.self) {
                    while true { try await client.write(ByteBuffer(bytes: [0x16, 3, 1, 0, 1, 0])) }
                }
                #expect(try await fixture.decision().reason == .badRequest)
            }
        }
    }

    private func tunnel(
        to origin: TestOrigin,
        through fixture: ProxyFixture,
        with early: String = ""
    ) async throws -> PulledChannel {
        let host = "127.0.0.1:\(origin.port)"
        let client = try await fixture.connect()
        try await client.send("CONNECT \(host) HTTP/1.1\r\nHost: \(host)\r\n\r\n\(early)")
        let head = try await client.read { $0.hasSuffix("\r\n\r\n") }
        #expect(head == "HTTP/1.1 200 Connection Established\r\n\r\n")
        return client
    }
}
