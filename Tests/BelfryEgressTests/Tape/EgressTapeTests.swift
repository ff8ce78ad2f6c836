// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryReport
import BelfrySystem
import BelfryWire
import Foundation
import Testing

@testable import BelfryEgress

@Suite struct EgressTapeTests {
    private static func answered(_ method: String, _ url: String, _ body: String) -> NetworkExchange
    {
        var exchange = NetworkExchange(method: method, url: url)
        exchange.isAllowed = true
        exchange.answerBody = .bytes(Array(body.utf8))
        return exchange
    }

    @Test func `each recorded answer is given once, in the order of recording`() {
        let url = "http://example.com/"
        let tape = EgressTape(replaying: [
            Self.answered("GET", url, "1"), Self.answered("POST", url, "2"),
            Self.answered("GET", url, "3"),
        ])
        let request = NetworkExchange(method: "GET", url: url)
        #expect(tape.take(for: request, 1)?.answerBody == .bytes(Array("1".utf8)))
        #expect(tape.take(for: request, 2)?.answerBody == .bytes(Array("3".utf8)))
        #expect(tape.take(for: request, 3) == nil)
    }

    @Test func `what is asked for in the clear is answered by what came over TLS`() {
        let tape = EgressTape(replaying: [Self.answered("GET", "https://example.com/a?b", "1")])
        let request = NetworkExchange(method: "GET", url: "http://example.com:443/a?b")
        tape.begin(1, request)
        #expect(tape.take(for: request, 1)?.url == "https://example.com/a?b")
        #expect(tape.exchanges.map(\.url) == ["https://example.com/a?b"])
    }

    @Test func `what is asked for in the clear is refused as its tunnel was`() {
        var tunnel = NetworkExchange(method: "CONNECT", url: "https://example.com:443")
        tunnel.reason = .notListed
        let tape = EgressTape(replaying: [tunnel])
        let request = NetworkExchange(method: "GET", url: "http://example.com:443/")
        #expect(tape.take(for: request, 1)?.reason == .notListed)
    }

    @Test func `an answer is taken apart and put together again`() {
        var exchange = NetworkExchange(method: "GET", url: "http://example.com/")
        let wire = Array(
            "HTTP/1.1 103 Early Hints\r\nlink: a\r\n\r\nHTTP/1.1 200 OK\r\nx: y\r\n\r\nbody".utf8
        )
        exchange.take(answer: wire, byteCount: wire.count)
        #expect(exchange.answerBody == .bytes(Array("body".utf8)))
        #expect(exchange.answerHead.contains("HTTP/1.1 103 Early Hints"))
        #expect(exchange.answer == wire)
        exchange.take(answer: wire, byteCount: wire.count + 1)
        #expect(exchange.answer == nil)
    }

    @Test func `reads what the SDK has written, and no more than is whole`() {
        let file =
            Self.written(
                "GET",
                "https://example.com/",
                "HTTP/2 200 \r\ncontent-length: 9\r\nx: y\r\n\r\n",
                "body",
                byteCount: 4
            )
            + Self.written(
                "GET",
                "https://example.com/long",
                "HTTP/2 200 \r\n\r\n",
                "",
                byteCount: 9_000_000
            )
        let whole = SecureExchanges.parse(file)
        #expect(whole.map(\.url) == ["https://example.com/", "https://example.com/long"])
        #expect(
            whole[0].answerHead == [
                "HTTP/1.1 200 ", "x: y", "content-length: 4", "connection: close", "",
            ]
        )
        #expect(whole[1].answerBody == .omitted(9_000_000))
        #expect(SecureExchanges.parse(Array(file.dropLast())).count == 1)
        #expect(SecureExchanges.parse(Array(repeating: 0xff, count: 40)).isEmpty)
    }

    @Test func `shows what came over TLS in place of the tunnel that it came through`() async throws
    {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("belfry-egress-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = Self.written(
            "GET",
            "https://a.example/1",
            "HTTP/2 200 \r\n\r\n",
            "x",
            byteCount: 1
        )
        try Data(file).write(to: folder.appendingPathComponent(TracePlan.exchangesName))

        let tape = EgressTape(replaying: nil)
        for (number, host) in ["a.example", "b.example"].enumerated() {
            var tunnel = NetworkExchange(method: "CONNECT", url: "https://\(host):443")
            tunnel.isAllowed = true
            tape.begin(number, tunnel)
        }
        await tape.readSecureExchanges(in: try Descriptor.openDirectory(folder.path))
        #expect(tape.exchanges.map(\.url) == ["https://b.example:443", "https://a.example/1"])

        let replay = EgressTape(replaying: [])
        await replay.readSecureExchanges(in: try Descriptor.openDirectory(folder.path))
        #expect(replay.exchanges.isEmpty)
    }

    /// An exchange as the SDK writes it into the container.
    private static func written(
        _ method: String,
        _ url: String,
        _ head: String,
        _ body: String,
        byteCount: Int
    ) -> [UInt8] {
        let parts = [method, url, head, body]
        let counts = parts.map(\.utf8.count) + [byteCount]
        let lengths = counts.flatMap { count in
            (0..<4).map { UInt8(truncatingIfNeeded: count >> (8 * $0)) }
        }
        return lengths + parts.flatMap { Array($0.utf8) }
    }
}
