// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import NIOCore
import Testing

@testable import BelfryEgress

@Suite struct MessageBodyTests {
    @Test func `takes a body of known length and nothing behind it`() throws {
        var body = MessageBody.length(5)
        var bytes = ByteBuffer(string: "helloGET http://elsewhere/")
        #expect(String(buffer: try body.take(from: &bytes)) == "hello")
        #expect(body.isComplete)
        #expect(String(buffer: try body.take(from: &bytes)) == "")
        #expect(bytes.readableBytes == 21)
    }

    @Test(arguments: [
        "0\r\n\r\n", "5\r\nhello\r\n0\r\n\r\n", "a;name=value\r\n0123456789\r\n000\r\n\r\n",
        "1 \r\nx\r\n0\r\nTrailer: yes\r\nMore: a b\r\n\r\n",
        "F\r\n\r\n\r\n\r\n\r\n\r\n\r\n\r\nx\r\n0\r\n\r\n",
    ])
    func `finds the end of chunks however they are cut`(text: String) throws {
        for size in 1...text.utf8.count {
            var body = MessageBody.chunked(ChunkScanner())
            var taken = ""
            var stream = ByteBuffer(string: text + "GET /")
            while let count = [size, stream.readableBytes].min(), count > 0,
                var piece = stream.readSlice(length: count)
            {
                taken += String(buffer: try body.take(from: &piece))
            }
            #expect(body.isComplete)
            #expect(taken == text)
        }
    }

    @Test(arguments: [
        "\r\n", "x\r\n", " 5\r\nhello", "-1\r\n", "5\nhello\n", "5\r\nhello0\r\n",
        "5\r\nhello\n0\r\n",
        "5\rhello", "5;a\u{0}\r\nhello", "5;\nhello", "1000000000000000\r\n",
        "0\r\nTrailer: a\n\r\n",
        "0\r\n\rX", "0x5\r\nhello",
        "5;\(String(repeating: "a", count: ChunkScanner.lineLimit + 1))\r\n",
        "0\r\n\(String(repeating: "a: b\r\n", count: ChunkScanner.trailerLimit / 4 + 1))",
    ])
    func `refuses chunks that readers cut differently`(text: String) {
        var body = MessageBody.chunked(ChunkScanner())
        var bytes = ByteBuffer(string: text)
        #expect(throws: MalformedMessage.self) { try body.take(from: &bytes) }
    }

    @Test func `is not complete within chunks`() throws {
        var body = MessageBody.chunked(ChunkScanner())
        var bytes = ByteBuffer(string: "5\r\nhello\r\n0\r\n")
        _ = try body.take(from: &bytes)
        #expect(!body.isComplete)
    }

    @Test func `gathers a head byte by byte`() throws {
        var collector = HeadCollector(limit: 64)
        let text = "GET / HTTP/1.1\r\nA: b\r\n\r\nrest"
        var found: HeadCollector.Head?
        for byte in text.utf8.dropLast(4) {
            #expect(found == nil)
            found = try collector.add(ByteBuffer(bytes: [byte]))
        }
        #expect(found.map { String(decoding: $0.bytes, as: UTF8.self) } == "GET / HTTP/1.1\r\nA: b")
        var whole = HeadCollector(limit: 64)
        #expect(try whole.add(ByteBuffer(string: text)).map { String(buffer: $0.rest) } == "rest")
    }

    @Test func `refuses a head beyond its limit, complete or not`() {
        var collector = HeadCollector(limit: 16)
        #expect(throws: MalformedMessage.self) {
            try collector.add(ByteBuffer(repeating: 0x61, count: 16))
        }
        var other = HeadCollector(limit: 16)
        #expect(throws: MalformedMessage.self) {
            try other.add(ByteBuffer(string: "aaaaaaaaaaaaaaaaaaaa\r\n\r\n"))
        }
    }
}
