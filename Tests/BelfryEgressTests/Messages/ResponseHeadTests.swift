// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Testing

@testable import BelfryEgress

@Suite struct ResponseHeadTests {
    @Test func `drops what concerns one connection and says that it ends`() throws {
        let head = try read(
            "HTTP/1.0 200 All right",
            "Content-Length: 5",
            "Connection: keep-alive",
            "Keep-Alive: timeout=5",
            "Proxy-Authenticate: Basic",
            "Set-Cookie: a=b"
        )
        #expect(
            String(decoding: head.forwarded, as: UTF8.self)
                == "HTTP/1.1 200 All right\r\ncontent-length: 5\r\nset-cookie: a=b\r\n"
                + "connection: close\r\n\r\n"
        )
        #expect(head.body == .length(5))
    }

    @Test(
        arguments: [
            ("GET", "200", "Content-Length: 7", .length(7)),
            ("GET", "200 ", "Transfer-Encoding: chunked", .chunked(ChunkScanner())),
            ("GET", "200 OK", "A: b", .untilClose),
            ("HEAD", "200 OK", "Content-Length: 7", .length(0)),
            ("GET", "204 No Content", "A: b", .length(0)),
            ("GET", "304 Same", "Content-Length: 7", .length(0)),
            ("GET", "100 Continue", "A: b", .length(0)),
            ("GET", "404 None", "Content-Length: 0", .length(0)),
        ] as [(String, String, String, MessageBody)]
    )
    func `knows where a body ends`(
        method: String,
        status: String,
        field: String,
        body: MessageBody
    ) throws {
        #expect(try read("HTTP/1.1 \(status)", field, to: method).body == body)
    }

    @Test func `passes an interim answer on without ending the connection`() throws {
        let head = try read("HTTP/1.1 103 Early Hints", "Link: x")
        #expect(head.isInterim)
        #expect(!String(decoding: head.forwarded, as: UTF8.self).contains("close"))
    }

    @Test(arguments: [
        "HTTP/2 200 OK", "ICY 200 OK", "HTTP/1.1 20 OK", "HTTP/1.1 2000 OK", "HTTP/1.1 abc OK",
        "HTTP/1.1 099 OK", "HTTP/1.1 600 OK", "HTTP/1.1  200", "HTTP/1.1 101 Switching Protocols",
        "HTTP/1.1 200 OK\u{1b}[31m", "",
    ])
    func `refuses what is no plain answer`(line: String) {
        #expect(throws: MalformedMessage.self) { try read(line) }
    }

    @Test func `refuses two lengths`() {
        #expect(throws: MalformedMessage.self) {
            try read("HTTP/1.1 200 OK", "Content-Length: 1", "Transfer-Encoding: chunked")
        }
    }

    @discardableResult
    private func read(_ lines: String..., to method: String = "GET") throws -> ResponseHead {
        try ResponseHead(Array(lines.joined(separator: "\r\n").utf8), to: method)
    }
}
