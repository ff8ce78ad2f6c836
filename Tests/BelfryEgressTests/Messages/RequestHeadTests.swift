// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryReport
import Testing

@testable import BelfryEgress

@Suite struct RequestHeadTests {
    @Test func `rewrites an absolute target for the origin`() throws {
        let head = try read(
            "GET http://Example.com:8080/a/b?c=d HTTP/1.1",
            "Host: example.com:8080",
            "Accept: */*",
            "Proxy-Connection: keep-alive",
            "Proxy-Authorization: Basic eA==",
            "Connection: Keep-Alive, X-Private",
            "X-Private: 1",
            "Keep-Alive: 5",
            "TE: trailers",
            "Upgrade: h2c",
            "X-Kept:\t two  words "
        )
        #expect(head.destination.endpoint.description == "http://example.com:8080")
        #expect(
            String(decoding: head.forwarded, as: UTF8.self)
                == "GET /a/b?c=d HTTP/1.1\r\nhost: example.com:8080\r\naccept: */*\r\n"
                + "x-kept: two  words\r\nconnection: close\r\n\r\n"
        )
        #expect(head.body == .length(0))
    }

    @Test(arguments: [
        ("http://example.com", "/"), ("http://example.com/", "/"),
        ("http://example.com?a", "/?a"), ("HTTP://example.com:80//x", "//x"),
        ("http://example.com/a@b:c", "/a@b:c"),
        ("http://example.com/?u=http://x/", "/?u=http://x/"),
    ])
    func `takes path and query from the target`(target: String, path: String) throws {
        let head = try read("GET \(target) HTTP/1.1", "host: example.com")
        #expect(head.destination.path == path)
        #expect(head.destination.endpoint.description == "http://example.com")
    }

    @Test(arguments: [
        ("example.com:443", "https://example.com"),
        ("[2001:db8::1]:8443", "https://[2001:db8::1]:8443"),
        ("EXAMPLE.com:80", "https://example.com:80"),
    ])
    func `reads a tunnel's target`(target: String, endpoint: String) throws {
        let head = try read("CONNECT \(target) HTTP/1.1", "Host: \(target)")
        #expect(head.destination.endpoint.description == endpoint)
    }

    @Test func `accepts a tunnel of HTTP/1.0 without Host, as old clients ask`() throws {
        let head = try read("CONNECT example.com:443 HTTP/1.0")
        #expect(head.destination.endpoint.port == 443)
    }

    @Test(arguments: [
        "GET / HTTP/1.1", "GET example.com HTTP/1.1", "OPTIONS * HTTP/1.1",
        "GET https://example.com/ HTTP/1.1", "GET file:///etc/passwd HTTP/1.1",
        "GET ftp://example.com/ HTTP/1.1", "GET http:/example.com/ HTTP/1.1",
        "GET http://example.com/ HTTP/2.0", "GET http://example.com/ http/1.1",
        "GET http://example.com/ HTTP/1.1 ", "GET  http://example.com/ HTTP/1.1",
        "GET http://example.com/ HTTP/1.10", "GET\thttp://example.com/ HTTP/1.1",
        "GET http://example.com/a b HTTP/1.1", "GET http://example.com/", "", " ",
        "G@T http://example.com/ HTTP/1.1", "GET http://example.com/\u{7f} HTTP/1.1",
        "GET http://example.com/ü HTTP/1.1", "GET http://example.com/#a HTTP/1.1",
        "GET http://example.com\\evil/ HTTP/1.1", "GET http:///path HTTP/1.1",
        "GET http://example.com:/ HTTP/1.1", "GET http://example.com:99999/ HTTP/1.1",
        "GET http://example.com./ HTTP/1.1", "GET http://127.1/ HTTP/1.1",
        "GET http://2130706433/ HTTP/1.1", "GET http://0x7f.1/ HTTP/1.1",
        "GET http://[::ffff:127.0.0.1]/ HTTP/1.1", "GET http://[::1/ HTTP/1.1",
        "GET http://exa%6dple.com/ HTTP/1.1", "GET http://b\u{fc}cher.example/ HTTP/1.1",
        "CONNECT example.com HTTP/1.1", "CONNECT http://example.com:443 HTTP/1.1",
        "CONNECT example.com:443/ HTTP/1.1", "CONNECT :443 HTTP/1.1",
        "CONNECT example.com:0 HTTP/1.1", "CONNECT 0x7f.1:443 HTTP/1.1",
        "connect example.com:443 HTTP/1.1", "TRACE http://example.com/ HTTP/1.1",
        "TRACK http://example.com/ HTTP/1.1", "GET http://0177.0.0.1/ HTTP/1.1",
        "GET http://127.0.0.1./ HTTP/1.1", "GET http://[fe80::1%25lo]/ HTTP/1.1",
        "GET http://%31%32%37.0.0.1/ HTTP/1.1", "GET http://example.com\t/ HTTP/1.1",
        "GET http://example.com\u{0}.evil.example/ HTTP/1.1",
    ])
    func `refuses a first line that is not clearly for a proxy`(line: String) {
        let error = #expect(throws: Refusal.self) { try read(line, "Host: example.com") }
        #expect(error?.reason == .badRequest)
    }

    @Test(arguments: [
        "GET http://allowed.example@evil.example/ HTTP/1.1",
        "GET http://a:b@evil.example/ HTTP/1.1",
        "GET http://@evil.example/ HTTP/1.1",
        "CONNECT allowed.example:443@evil.example:443 HTTP/1.1",
    ])
    func `refuses what stands in front of a host`(line: String) {
        let error = #expect(throws: Refusal.self) { try read(line, "Host: evil.example") }
        #expect(error?.reason == .userInfoInTarget)
    }

    @Test(
        arguments: [
            ([], "no Host"), (["Host: example.com", "Host: example.com"], "several Host"),
            (["Host: evil.example"], "another place"), (["Host: example.com:81"], "another place"),
            (["Host: a@example.com"], "Host field"), (["Host:"], "Host field"),
            (["Host: example.com", " folded"], "folded"),
            (["Host: example.com", "\tfolded"], "folded"),
            (["Host : example.com"], "proper name"),
            (["Host: example.com", ": empty"], "proper name"),
            (["Host: example.com", "no colon"], "no colon"),
            (["Host: example.com", "A: b\rC: d"], "control"),
            (["Host: example.com", "A: \u{0}"], "control"),
            (["Host: example.com", "A: b\nC: d"], "control"),
            (["Host: example.com", "A\n: b"], "proper name"),
            (
                ["Host: example.com", "Content-Length: 1", "Transfer-Encoding: chunked"],
                "more than once"
            ),
            (["Host: example.com", "Content-Length: 1", "Content-Length: 1"], "more than once"),
            (
                ["Host: example.com", "Transfer-Encoding: chunked", "Transfer-Encoding: chunked"],
                "more"
            ),
            (["Host: example.com", "Transfer-Encoding: gzip, chunked"], "other than in chunks"),
            (["Host: example.com", "Transfer-Encoding: \u{b}chunked"], "control"),
            (["Host: example.com", "Transfer-Encoding: identity"], "other than in chunks"),
            // The Kelvin sign, which Unicode makes a small letter of ASCII.
            (["Host: example.com", "Transfer-Encoding: chun\u{212A}ed"], "other than in chunks"),
            (["Host: example.com", "Content-Length: +1"], "no number"),
            (["Host: example.com", "Content-Length: -1"], "no number"),
            (["Host: example.com", "Content-Length: 1, 1"], "no number"),
            (["Host: example.com", "Content-Length: 0x10"], "no number"),
            (["Host: example.com", "Content-Length:"], "no number"),
            (["Host: example.com", "Content-Length: 9999999999999999999"], "no number"),
            (
                ["Host: example.com", "Connection: close, Content-Length", "Content-Length: 1"],
                "names"
            ),
            (["Host: example.com", "Connection: host"], "names"),
        ] as [([String], String)]
    )
    func `refuses fields that readers understand differently`(fields: [String], problem: String) {
        let error = #expect(throws: Refusal.self) {
            try read(lines: ["POST http://example.com/ HTTP/1.1"] + fields)
        }
        #expect(error?.reason == .badRequest)
        #expect(error?.message.contains(problem) == true, "\(error?.message ?? "")")
    }

    @Test func `takes fields out by their names' bytes, whatever Unicode makes of them`() throws {
        let head = try read(
            "GET http://a.example/ HTTP/1.1",
            "Host: a.example",
            "Connection: X-\u{212A}ey, X-TAKEN",
            "X-Key: 1",
            "x-taken: 2"
        )
        #expect(head.fields.fields.map(\.name) == ["x-key"])
    }

    @Test func `refuses more fields than any client sends`() {
        let flood = (0...HeaderFields.limit).map { "a\($0): b" }
        #expect(throws: Refusal.self) {
            try read(lines: ["GET http://example.com/ HTTP/1.1", "Host: example.com"] + flood)
        }
    }

    @Test func `refuses a tunnel with a body and chunks in HTTP/1.0`() {
        #expect(throws: Refusal.self) {
            try read("CONNECT a.example:443 HTTP/1.1", "Host: a.example:443", "Content-Length: 3")
        }
        #expect(throws: Refusal.self) {
            try read("POST http://a.example/ HTTP/1.0", "Transfer-Encoding: chunked")
        }
    }

    @Test func `passes bytes beyond ASCII in a field on as they are`() throws {
        let line =
            Array("GET http://a.example/ HTTP/1.1\r\nHost: a.example\r\nX: ".utf8) + [0xe9, 0xff]
        let head = try read(bytes: line)
        #expect(head.forwarded.contains(0xe9))
        #expect(head.fields.fields.last?.value == [0xe9, 0xff])
    }

    @Test(arguments: [0x00, 0x09, 0x0a, 0x0b, 0x0d, 0x20, 0x23, 0x2e, 0x2f, 0x3a, 0x40, 0x5c, 0xff])
    func `tells an origin one thing only, whichever byte is changed`(byte: UInt8) {
        let text =
            "POST http://a.example:81/p HTTP/1.1\r\nHost: a.example:81\r\nContent-Length: 3\r\nA: b"
        let bytes = Array(text.utf8)
        for index in bytes.indices {
            var changed = bytes
            changed[index] = byte
            guard let head = try? read(bytes: changed) else { continue }
            let lines = head.forwarded.headLines.map { String(decoding: $0, as: UTF8.self) }
            #expect(lines.filter { $0.hasPrefix("host:") }.count == 1)
            #expect(lines[1] == "host: \(head.destination.endpoint.authority)")
            #expect(lines[0].split(separator: " ", omittingEmptySubsequences: false).count == 3)
            #expect(!head.forwarded.split(separator: 0x0a).dropLast().contains { $0.last != 0x0d })
            #expect(lines.suffix(3) == ["connection: close", "", ""])
        }
    }

    @discardableResult
    private func read(_ lines: String...) throws -> RequestHead {
        try read(lines: lines)
    }

    private func read(lines: [String]) throws -> RequestHead {
        try read(bytes: Array(lines.joined(separator: "\r\n").utf8))
    }

    private func read(bytes: [UInt8]) throws -> RequestHead {
        let lines = bytes.headLines
        let line = try RequestLine(lines[0])
        return try RequestHead(line, to: try line.destination, fieldLines: lines.dropFirst())
    }
}
