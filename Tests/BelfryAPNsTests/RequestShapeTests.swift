// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import NIOEmbedded
import Testing

@testable import BelfryAPNs

/// Requests whose header fields HTTP/2 does not allow, on a connection with others.
struct RequestShapeTests {
    private static let path = "/3/device/" + String(repeating: "ab", count: 32)
    private static let whole = [
        (":method", "POST"), (":scheme", "https"), (":path", path),
        ("apns-topic", "com.example.app"),
    ]

    private static func without(_ name: String) -> [(String, String)] {
        whole.filter { $0.0 != name }
    }

    /// Sends fields as a whole request, then a push that is right.
    ///
    /// - Returns: What came back for the first one, and what the log was told.
    private func send(_ fields: [(String, String)]) throws -> ([FrameClient.Frame], [String]) {
        let log = KeptLog()
        var client = try FrameClient(logger: log.logger)
        try client.send(FrameClient.greeting + FrameClient.acknowledgement)
        let block = try client.block(fields)
        let first = block.prefix(16_000)
        let rest = stride(from: first.count, to: block.count, by: 16_000).map {
            Array(block[$0..<min($0 + 16_000, block.count)])
        }
        var bytes = FrameClient.frame(1, rest.isEmpty ? 4 : 0, 1, Array(first))
        for (at, piece) in rest.enumerated() {
            bytes += FrameClient.frame(9, at + 1 == rest.count ? 4 : 0, 1, piece)
        }
        try client.send(bytes + FrameClient.frame(0, 1, 1, Array("{}".utf8)))
        let frames = try client.frames().filter { $0.stream == 1 }
        try client.send(try client.push(3))
        #expect(try client.frames().contains { $0.kind == 1 && $0.stream == 3 })
        #expect(client.channel.isActive)
        return (frames, log.lines.map(\.text))
    }

    /// Fields, the status and the body that they are answered with, and what the log says.
    static let refused: [([(String, String)], String, String, String)] = [
        (without(":path"), "404", "BadPath", #"push refused: the path is """#),
        (
            without(":path") + [(":path", "")], "404", "BadPath",
            #"push refused: the path is """#
        ),
        (
            [(":path", path)] + whole, "404", "BadPath",
            "push refused: the request has :path twice"
        ),
        (
            without(":method"), "405", "MethodNotAllowed",
            #"push refused: the method is """#
        ),
        (
            [(":method", "POST")] + whole, "405", "MethodNotAllowed",
            "push refused: the request has :method twice"
        ),
        (
            [(":method", "CONNECT"), (":authority", "localhost")], "404", "BadPath",
            #"push refused: the path is """#
        ),
        (
            without("apns-topic") + [("Apns-Topic", "com.example.app")], "400", "MissingTopic",
            "push refused: "
        ),
        (
            whole + [("apns-collapse-id", "a\nb")], "400", "BadCollapseId",
            "push refused: the header apns-collapse-id"
        ),
        (
            whole + [("apns-collapse-id", String(repeating: "x", count: 40_000))], "400",
            "BadCollapseId", "push refused: the header apns-collapse-id has 40000 bytes"
        ),
        (
            without(":path") + [(":path", path + String(repeating: "ab", count: 20_000))], "400",
            "BadDeviceToken", "push refused: the device token is"
        ),
        (
            without("apns-topic") + [("apns-topic", String(repeating: "x", count: 60_000))], "400",
            "BadTopic", "push refused: "
        ),
    ]

    @Test(arguments: refused)
    func `answers a request with Apple's reason, and says in the log what is wrong`(
        _ fields: [(String, String)],
        _ status: String,
        _ reason: String,
        _ line: String
    ) throws {
        let (frames, lines) = try send(fields)
        #expect(frames.map(\.kind) == [1, 0], "\(lines)")
        #expect(frames.last?.payload == Array(#"{"reason":"\#(reason)"}"#.utf8))
        let decoded = try FrameClient.fields(of: frames.first)
        #expect(decoded[":status"] == status)
        #expect(lines.first?.hasPrefix(line) == true, "\(lines)")
    }

    /// Fields that are right but for one, and the log's sentence about that.
    static let reset: [([(String, String)], String)] = [
        (without(":scheme"), "the request has no :scheme"),
        ([(":scheme", "https")] + whole, "the field :scheme is there twice"),
        ([(":status", "200")] + whole, #"a request has no field ":status""#),
        (
            whole + [(":authority", "localhost")],
            "the field :authority comes after fields without a colon"
        ),
        ([(":authority", "a\r\nb")] + whole, "the field :authority has bytes that it may not have"),
        (
            whole + [("X-Trace", "1")],
            #"the field name "X-Trace" is not one of HTTP/2, which has no capitals"#
        ),
        (
            whole + [("a b", "1")],
            #"the field name "a b" is not one of HTTP/2, which has no capitals"#
        ),
        (
            whole + [("connection", "keep-alive")],
            "the field connection is of HTTP/1, and HTTP/2 has it not"
        ),
        (whole + [("te", "gzip")], "the field te is of HTTP/1, and HTTP/2 has it not"),
        (whole + [("x-trace", "a\u{0}")], "the field x-trace has bytes that it may not have"),
    ]

    @Test(arguments: reset)
    func `resets the stream alone where Apple has no reason, and says in the log what is wrong`(
        _ fields: [(String, String)],
        _ sentence: String
    ) throws {
        let (frames, lines) = try send(fields)
        #expect(frames.map(\.kind) == [3])
        #expect(frames.first?.code == 1)
        #expect(lines == ["push stream reset: " + sentence])
    }

    @Test func `takes a push with a field that is larger than the client was told`() throws {
        let (frames, lines) = try send(
            Self.whole + [("x-trace", String(repeating: "x", count: 60_000))]
        )
        // The body is whole, and says nothing.
        #expect(try FrameClient.fields(of: frames.first)[":status"] == "200", "\(lines)")
    }

    @Test func `ends the connection of a client that has many requests reset`() throws {
        let log = KeptLog()
        var client = try FrameClient(logger: log.logger)
        try client.send(FrameClient.greeting + FrameClient.acknowledgement)
        var farewell: FrameClient.Frame?
        var count = 0
        while farewell == nil, count < 2000 {
            let block = try client.block(Self.without(":scheme"))
            // A connection that has ended takes nothing.
            try? client.send(FrameClient.frame(1, 5, UInt32(2 * count + 1), block))
            count += 1
            farewell = try client.frames().first { $0.kind == 7 }
        }
        #expect(count == ResetBudget.limits.other + 1)
        #expect(farewell?.payload[4..<8] == [0, 0, 0, 11])
        #expect(!client.channel.isActive)
    }
}
