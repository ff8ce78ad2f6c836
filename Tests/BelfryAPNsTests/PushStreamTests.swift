// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import Logging
import NIOCore
import NIOEmbedded
import NIOHPACK
import NIOHTTP2
import Testing

@testable import BelfryAPNs

/// One stream, frame by frame: what comes back, and in which frames.
struct PushStreamTests {
    private typealias Payload = HTTP2Frame.FramePayload

    private static let device = String(repeating: "ab", count: 32)
    private static let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    private let door = ScriptedDoor()
    private let service: PushService
    private let channel: EmbeddedChannel

    init() throws {
        service = PushService(
            ring: ProviderKeyring([], takesAny: true),
            environment: .development,
            door: door,
            logger: Self.logger
        )
        channel = try Self.channel(service)
    }

    private static func connection(_ service: PushService) -> ConnectionHandler {
        ConnectionHandler(service, ConnectionHandler.Patience())
    }

    private static func channel(
        _ service: PushService,
        _ connection: ConnectionHandler? = nil
    ) throws -> EmbeddedChannel {
        let handler = PushStreamHandler(
            service,
            connection ?? Self.connection(service),
            patience: .seconds(60)
        )
        let channel = EmbeddedChannel(handler: handler)
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        return channel
    }

    // MARK: Frames

    private func head(
        _ fields: [(String, String)] = [],
        path: String = "/3/device/" + PushStreamTests.device,
        endStream: Bool = false
    ) -> Payload {
        var headers: HPACKHeaders = [
            ":method": "POST", ":scheme": "https", ":path": path, "host": "localhost",
        ]
        if !fields.contains(where: { $0.0 == "apns-topic" }) {
            headers.add(name: "apns-topic", value: "com.example.app")
        }
        for (name, value) in fields { headers.add(name: name, value: value) }
        return .headers(Payload.Headers(headers: headers, endStream: endStream))
    }

    private func data(_ text: String, endStream: Bool = false) -> Payload {
        .data(Payload.Data(data: .byteBuffer(ByteBuffer(string: text)), endStream: endStream))
    }

    /// What the stream answered.
    private struct Answer: Equatable {
        var fields: [String: String] = [:]
        var body: String?
        var frames: [String] = []
    }

    private func answer(of channel: EmbeddedChannel? = nil) throws -> Answer {
        let channel = channel ?? self.channel
        var answer = Answer()
        while let frame = try channel.readOutbound(as: Payload.self) {
            switch frame {
            case .headers(let headers):
                answer.frames.append(headers.endStream ? "HEADERS end" : "HEADERS")
                for (name, value, _) in headers.headers { answer.fields[name] = value }
            case .data(let data):
                answer.frames.append(data.endStream ? "DATA end" : "DATA")
                if case .byteBuffer(let buffer) = data.data {
                    answer.body = (answer.body ?? "") + String(buffer: buffer)
                }
            case .rstStream(let code): answer.frames.append("RST_STREAM \(code.networkCode)")
            default: answer.frames.append("other")
            }
        }
        return answer
    }

    private let payload = #"{"aps":{"alert":"x"}}"#

    // MARK: Tests

    @Test func `answers a success with HEADERS alone`() throws {
        let id = "123e4567-e89b-12d3-a456-426655440000"
        try channel.writeInbound(head([("apns-id", id)]))
        try channel.writeInbound(data(payload, endStream: true))
        let answer = try answer()
        #expect(answer.frames == ["HEADERS end"])
        #expect(answer.fields == [":status": "200", "apns-id": id, "apns-unique-id": "unique"])
        #expect(door.pushes.map(\.identifier) == [id])
        #expect(door.pushes.first?.deviceToken == Self.device)
    }

    @Test func `answers an error with HEADERS and one DATA`() throws {
        door.refuse(PushRefusal(.unregistered, "gone", inactiveSince: 7))
        try channel.writeInbound(head([("apns-id", "123E4567-E89B-12D3-A456-426655440000")]))
        try channel.writeInbound(data(payload, endStream: true))
        let answer = try answer()
        #expect(answer.frames == ["HEADERS", "DATA end"])
        #expect(answer.body == #"{"reason":"Unregistered","timestamp":7}"#)
        #expect(
            answer.fields
                == [":status": "410", "apns-id": "123E4567-E89B-12D3-A456-426655440000"]
        )
    }

    @Test func `sends back an apns-id that is wrong as it came`() throws {
        try channel.writeInbound(head([("apns-id", "not a UUID")]))
        try channel.writeInbound(data(payload, endStream: true))
        let answer = try answer()
        #expect(answer.fields["apns-id"] == "not a UUID")
        #expect(answer.body == #"{"reason":"BadMessageId"}"#)
    }

    @Test func `sends back an apns-id of 255 bytes, and none that is longer`() throws {
        for (count, isRepeated) in [(255, true), (256, false)] {
            let channel = try Self.channel(service)
            let id = String(repeating: "x", count: count)
            try channel.writeInbound(head([("apns-id", id)], endStream: true))
            let answer = try answer(of: channel)
            #expect((answer.fields["apns-id"] == id) == isRepeated)
            #expect(answer.body == #"{"reason":"BadMessageId"}"#)
        }
    }

    @Test func `makes an apns-id where there is none, on errors too`() throws {
        for path in ["/3/device/" + Self.device, "/none"] {
            let channel = try Self.channel(service)
            try channel.writeInbound(head(path: path))
            try channel.writeInbound(data(payload, endStream: true))
            let identifier = try answer(of: channel).fields["apns-id"] ?? ""
            #expect(CanonicalUUID.lowercased(identifier) == identifier)
        }
    }

    @Test func `puts a body together that comes in pieces, empty ones among them`() throws {
        try channel.writeInbound(head([("content-length", "7")]))
        for character in payload {
            try channel.writeInbound(data(String(character)))
            try channel.writeInbound(data(""))
        }
        #expect(door.pushes.isEmpty)
        try channel.writeInbound(data("", endStream: true))
        #expect(try answer().fields[":status"] == "200")
        #expect(door.pushes.map(\.payload.bytes) == [Array(payload.utf8)])
    }

    @Test func `takes trailers for the end of a request`() throws {
        try channel.writeInbound(head())
        try channel.writeInbound(data(payload))
        try channel.writeInbound(
            Payload.headers(Payload.Headers(headers: ["apns-topic": "other"], endStream: true))
        )
        #expect(try answer().frames == ["HEADERS end"])
        #expect(door.pushes.map(\.app) == ["com.example.app"])
    }

    @Test func `refuses an empty body, also one that is not there`() throws {
        try channel.writeInbound(head(endStream: true))
        #expect(try answer().body == #"{"reason":"PayloadEmpty"}"#)
    }

    @Test func `refuses a body that is too large, by its push type`() throws {
        for (type, suffix, limit) in [("alert", "", 4096), ("voip", ".voip", 5120)] {
            let channel = try Self.channel(service)
            try channel.writeInbound(
                head([("apns-push-type", type), ("apns-topic", "com.example.app" + suffix)])
            )
            try channel.writeInbound(data(String(repeating: " ", count: limit)))
            #expect(try answer(of: channel).frames.isEmpty)
            try channel.writeInbound(data(" ", endStream: true))
            let answer = try answer(of: channel)
            #expect(answer.frames == ["HEADERS", "DATA end"])
            #expect(answer.body == #"{"reason":"PayloadTooLarge"}"#)
        }
    }

    @Test func `stops a sender that does not end its body`() throws {
        try channel.writeInbound(head())
        let piece = String(repeating: "x", count: 16_384)
        for _ in 0..<70 { try channel.writeInbound(data(piece)) }
        let answer = try answer()
        #expect(answer.frames == ["HEADERS", "DATA end"])
        #expect(answer.body == #"{"reason":"PayloadTooLarge"}"#)
        var frames: [String] = []
        for _ in 0..<70 where frames.isEmpty {
            try channel.writeInbound(data(piece))
            channel.embeddedEventLoop.run()
            frames = try self.answer().frames
        }
        // Not CANCEL: a client would not look at the answer that it has.
        #expect(frames == ["RST_STREAM 0"])
    }

    @Test func `gives up on a request that does not become whole`() throws {
        try channel.writeInbound(head())
        try channel.writeInbound(data("{"))
        channel.embeddedEventLoop.advanceTime(by: .seconds(59))
        #expect(try answer().frames.isEmpty)
        channel.embeddedEventLoop.advanceTime(by: .seconds(2))
        #expect(try answer().body == #"{"reason":"IdleTimeout"}"#)
        channel.embeddedEventLoop.advanceTime(by: .seconds(61))
        #expect(!channel.isActive)
    }

    @Test func `gives up on a push to a channel with a reason that those have`() throws {
        let fields = [("apns-channel-id", "Y2hhbm5lbA=="), ("apns-push-type", "liveactivity")]
        try channel.writeInbound(head(fields, path: "/4/broadcasts/apps/com.example.app"))
        try channel.writeInbound(data("{"))
        channel.embeddedEventLoop.advanceTime(by: .seconds(61))
        let answer = try answer()
        #expect(answer.body == #"{"reason":"BadRequestPayload"}"#)
        #expect(answer.fields["apns-request-id"] != nil && answer.fields["apns-id"] == nil)
    }

    @Test func `waits for the journal, however long it takes`() throws {
        door.hold()
        try channel.writeInbound(head())
        try channel.writeInbound(data(payload, endStream: true))
        channel.embeddedEventLoop.advanceTime(by: .minutes(10))
        #expect(try answer().frames.isEmpty)
        door.release()
        #expect(try answer().frames == ["HEADERS end"])
    }

    @Test func `answers nothing on a stream that has gone`() throws {
        door.hold()
        try channel.writeInbound(head())
        try channel.writeInbound(data(payload, endStream: true))
        try channel.close().wait()
        door.release()
        #expect(try answer().frames.isEmpty)
    }

    @Test func `answers Shutdown once the service is closed, and finishes what began`() throws {
        door.hold()
        try channel.writeInbound(head())
        try channel.writeInbound(data(payload, endStream: true))
        service.close()
        let late = try Self.channel(service)
        try late.writeInbound(head())
        #expect(try answer(of: late).body == #"{"reason":"Shutdown"}"#)
        door.release()
        #expect(try answer().fields[":status"] == "200")
    }

    @Test func `has a push keep its place until it is in the journal, though its stream has gone`()
        throws
    {
        door.hold()
        let connection = Self.connection(service)
        let channel = try Self.channel(service, connection)
        try channel.writeInbound(head())
        try channel.writeInbound(data(payload, endStream: true))
        #expect(connection.places == 1)
        try channel.close().wait()
        #expect(connection.places == 1)
        door.release()
        #expect(connection.places == 0)
    }

    @Test func `has a stream keep its place until its client has ended it`() throws {
        let connection = Self.connection(service)
        let channel = try Self.channel(service, connection)
        try channel.writeInbound(head())
        channel.embeddedEventLoop.advanceTime(by: .seconds(61))
        #expect(try answer(of: channel).body == #"{"reason":"IdleTimeout"}"#)
        #expect(connection.places == 1)
        channel.embeddedEventLoop.advanceTime(by: .seconds(61))
        #expect(!channel.isActive)
        #expect(connection.places == 0)
    }

    // MARK: Senders without a token

    private func strictService() throws -> PushService {
        PushService(
            ring: ProviderKeyring([try ProviderKit().key()]),
            environment: .development,
            door: door,
            logger: Self.logger
        )
    }

    @Test func `gives no place to a sender without a token, and answers when it is done`() throws {
        let service = try strictService()
        let connection = Self.connection(service)
        let channel = try Self.channel(service, connection)
        try channel.writeInbound(head())
        #expect(connection.places == 0)
        try channel.writeInbound(data(payload))
        #expect(try answer(of: channel).frames.isEmpty)
        try channel.writeInbound(data("", endStream: true))
        let answer = try answer(of: channel)
        #expect(answer.frames == ["HEADERS", "DATA end"])
        #expect(answer.body == #"{"reason":"MissingProviderToken"}"#)
    }

    @Test func `stops a sender without a token at once where it has many such requests`() throws {
        let service = try strictService()
        let connection = Self.connection(service)
        var channels: [EmbeddedChannel] = []
        // What one connection may have of what all have in common, as long as that is free.
        for _ in 0..<PushLoad.share + PushLoad.refusedRoom / 2 {
            let channel = try Self.channel(service, connection)
            try channel.writeInbound(head())
            #expect(try answer(of: channel).frames.isEmpty)
            channels.append(channel)
        }
        let next = try Self.channel(service, connection)
        try next.writeInbound(head())
        // What comes with RST_STREAM in one turn of the loop, the codec throws away.
        #expect(try answer(of: next).frames == ["HEADERS", "DATA end"])
        next.embeddedEventLoop.run()
        // Not CANCEL: a client would not look at the answer that it has.
        #expect(try answer(of: next).frames == ["RST_STREAM 0"])
        try channels[0].writeInbound(data("", endStream: true))
        for connection in [connection, Self.connection(service)] {
            let other = try Self.channel(service, connection)
            try other.writeInbound(head())
            #expect(try answer(of: other).frames.isEmpty)
        }
        // One that is whole with its fields needs no place.
        let whole = try Self.channel(service, connection)
        try whole.writeInbound(head(endStream: true))
        #expect(try answer(of: whole).frames == ["HEADERS", "DATA end"])
    }

    @Test func `answers unfinished requests that are refused, after their patience`() throws {
        let service = try strictService()
        let connection = Self.connection(service)
        let channel = try Self.channel(service, connection)
        try channel.writeInbound(head())
        channel.embeddedEventLoop.advanceTime(by: .seconds(61))
        #expect(try answer(of: channel).body == #"{"reason":"MissingProviderToken"}"#)
    }
}
