// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import Logging
import NIOCore
import NIOEmbedded
import NIOHPACK

@testable import BelfryAPNs

/// A client that writes its frames byte by byte to an endpoint without a socket, and reads what comes
/// back.
struct FrameClient {
    /// A frame that came back.
    struct Frame {
        let kind: UInt8
        let flags: UInt8
        let stream: UInt32
        let payload: [UInt8]

        /// The error's number, of RST_STREAM; 8 bytes of GOAWAY hold the last stream and the error.
        var code: UInt32 { payload.suffix(4).reduce(0) { $0 << 8 | UInt32($1) } }
    }

    let channel = EmbeddedChannel()
    let door: ScriptedDoor
    private var encoder = HPACKEncoder(allocator: ByteBufferAllocator())

    /// Connects to an endpoint that takes every sender, and speaks with no frame yet.
    init(
        _ door: ScriptedDoor = ScriptedDoor(),
        logger: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    ) throws {
        let service = PushService(
            ring: ProviderKeyring([], takesAny: true),
            environment: .development,
            door: door,
            logger: logger
        )
        try self.init(door, service)
    }

    /// Connects to an endpoint, to which others may be connected too.
    init(_ door: ScriptedDoor, _ service: PushService) throws {
        self.door = door
        let patience = ConnectionHandler.Patience()
        let connection = ConnectionHandler(service, patience)
        try PushListener.addProtocol(to: channel, service, connection, patience)
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    }

    static let greeting = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + frame(4, 0, 0)
    static let acknowledgement = frame(4, 1, 0)

    static func frame(
        _ kind: UInt8,
        _ flags: UInt8,
        _ stream: UInt32,
        _ payload: [UInt8] = []
    ) -> [UInt8] {
        let count = payload.count
        return [UInt8(count >> 16 & 255), UInt8(count >> 8 & 255), UInt8(count & 255), kind, flags]
            + (0..<4).map { UInt8(truncatingIfNeeded: stream >> (24 - 8 * $0)) } + payload
    }

    /// Header fields as HEADERS has them, and no others.
    mutating func block(_ fields: [(String, String)]) throws -> [UInt8] {
        var buffer = ByteBuffer()
        try encoder.encode(headers: HPACKHeaders(fields), to: &buffer)
        return Array(buffer: buffer)
    }

    /// The header fields of a push, as HEADERS has them.
    mutating func head(_ fields: [(String, String)] = []) throws -> [UInt8] {
        var headers: HPACKHeaders = [
            ":method": "POST", ":scheme": "https",
            ":path": "/3/device/" + String(repeating: "ab", count: 32),
            "apns-topic": "com.example.app",
        ]
        for (name, value) in fields { headers.add(name: name, value: value) }
        var buffer = ByteBuffer()
        try encoder.encode(headers: headers, to: &buffer)
        return Array(buffer: buffer)
    }

    /// The frames of a whole push.
    mutating func push(_ stream: UInt32) throws -> [UInt8] {
        Self.frame(1, 4, stream, try head())
            + Self.frame(0, 1, stream, Array(#"{"aps":{"alert":"x"}}"#.utf8))
    }

    /// The fields of an answer's HEADERS, of the first answer of a connection.
    static func fields(of frame: Frame?) throws -> [String: String] {
        var decoder = HPACKDecoder(allocator: ByteBufferAllocator())
        var buffer = ByteBuffer(bytes: frame?.payload ?? [])
        let headers = try decoder.decodeHeaders(from: &buffer)
        return Dictionary(headers.map { ($0.name, $0.value) }) { first, _ in first }
    }

    func send(_ bytes: [UInt8]) throws {
        try channel.writeInbound(ByteBuffer(bytes: bytes))
        channel.embeddedEventLoop.run()
    }

    /// What came back since the last call.
    func frames() throws -> [Frame] {
        var bytes: [UInt8] = []
        while let data = try channel.readOutbound(as: IOData.self) {
            if case .byteBuffer(let buffer) = data { bytes += Array(buffer: buffer) }
        }
        var frames: [Frame] = []
        var rest = bytes[...]
        while rest.count >= 9 {
            let head = Array(rest.prefix(9))
            let count = Int(head[0]) << 16 | Int(head[1]) << 8 | Int(head[2])
            frames.append(
                Frame(
                    kind: head[3],
                    flags: head[4],
                    stream: head[5...].reduce(0) { $0 << 8 | UInt32($1) },
                    payload: Array(rest.dropFirst(9).prefix(count))
                )
            )
            rest = rest.dropFirst(9 + count)
        }
        return frames
    }
}
