// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryReport
import Testing

@testable import BelfryRuntime

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
        let tape = EgressTape(giving: [
            Self.answered("GET", url, "1"), Self.answered("POST", url, "2"),
            Self.answered("GET", url, "3"),
        ])
        let request = NetworkExchange(method: "GET", url: url)
        #expect(tape.take(for: request, 1)?.answerBody == .bytes(Array("1".utf8)))
        #expect(tape.take(for: request, 2)?.answerBody == .bytes(Array("3".utf8)))
        #expect(tape.take(for: request, 3) == nil)
    }

    @Test func `what is asked for in the clear is answered by what came over TLS`() {
        let tape = EgressTape(giving: [Self.answered("GET", "https://example.com/a?b", "1")])
        let request = NetworkExchange(method: "GET", url: "http://example.com:443/a?b")
        tape.begin(1, request)
        #expect(tape.take(for: request, 1)?.url == "https://example.com/a?b")
        #expect(tape.exchanges.map(\.url) == ["https://example.com/a?b"])
    }

    @Test func `what is asked for in the clear is refused as its tunnel was`() {
        var tunnel = NetworkExchange(method: "CONNECT", url: "https://example.com:443")
        tunnel.reason = .notListed
        let tape = EgressTape(giving: [tunnel])
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
        var file: [UInt8] = []
        func add(_ method: String, _ url: String, _ head: String, _ body: String, total: Int) {
            let counts = [method, url, head, body].map(\.utf8.count) + [total]
            for count in counts {
                file += (0..<4).map { UInt8(truncatingIfNeeded: count >> (8 * $0)) }
            }
            file += [method, url, head, body].flatMap { Array($0.utf8) }
        }
        add(
            "GET",
            "https://example.com/",
            "HTTP/2 200 \r\ncontent-length: 9\r\nx: y\r\n\r\n",
            "body",
            total: 4
        )
        add("GET", "https://example.com/long", "HTTP/2 200 \r\n\r\n", "", total: 9_000_000)
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
}
