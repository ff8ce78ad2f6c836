// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import NIOCore

/// Lets a client have its streams from its first byte on.
///
/// NIO's codec takes 100 streams until the client has acknowledged the first SETTINGS frame, and ends
/// the connection of a client that has one more. A client need not wait (RFC 9113, section 6.5.2), and
/// one stream too many is to be refused alone (section 5.1.2). So the codec is told of a limit that
/// nobody reaches, the client of ``PushListener/streamLimit``, which ``ConnectionHandler`` holds it
/// to; and the codec gets its acknowledgement right behind the client's own SETTINGS frame.
///
/// It is where frames pass as bytes, so that it also tells the connection's handler of GOAWAY, and takes
/// out what comes on streams that began after a farewell: the codec passes over their header fields, and
/// ends the connection, answers under way and all, for what follows them.
final class StreamAllowance: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    private var frames = ClientFrames()
    private var hasSentSettings = false

    /// Bytes of the frame that is being written which are still to come: of some, head and payload come
    /// apart.
    private var rest = 0
    private let connection: ConnectionHandler

    init(_ connection: ConnectionHandler) {
        self.connection = connection
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var input = unwrapInboundIn(data)
        var output = context.channel.allocator.buffer(capacity: input.readableBytes + 9)
        frames.pass(&input, into: &output, upTo: connection.farewellStream)
        if output.readableBytes > 0 { context.fireChannelRead(wrapInboundOut(output)) }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard case .byteBuffer(var buffer) = unwrapOutboundIn(data) else {
            return context.write(data, promise: promise)
        }
        follow(buffer)
        guard !hasSentSettings else { return context.write(data, promise: promise) }
        hasSentSettings = true
        FirstSettings.set(.maxConcurrentStreams, to: PushListener.streamLimit, in: &buffer)
        FirstSettings.set(.maxHeaderListSize, to: PushListener.headerByteLimit, in: &buffer)
        context.write(wrapOutboundOut(.byteBuffer(buffer)), promise: promise)
    }

    /// Follows what is written from frame to frame; each begins a buffer.
    private func follow(_ buffer: ByteBuffer) {
        if rest == 0, let head = FrameHead(buffer) {
            if head.isGoAway { connection.goAwayWritten() }
            rest = FrameHead.byteCount + head.length
        }
        rest = max(0, rest - buffer.readableBytes)
    }
}

/// A SETTINGS frame that begins a buffer.
enum FirstSettings {
    /// A setting's number (RFC 9113, section 6.5.2).
    enum Name: UInt16 {
        case maxConcurrentStreams = 3
        case maxHeaderListSize = 6
    }

    /// Gives a setting of the frame another value; a buffer that begins with another frame stays.
    static func set(_ name: Name, to value: Int, in buffer: inout ByteBuffer) {
        guard let head = FrameHead(buffer), head.isSettings else { return }
        let start = buffer.readerIndex + FrameHead.byteCount
        for offset in stride(from: start, to: start + head.length, by: 6)
        where buffer.getInteger(at: offset, as: UInt16.self) == name.rawValue {
            buffer.setInteger(UInt32(value), at: offset + 2)
        }
    }
}

/// Follows a client's bytes from frame to frame: puts an acknowledgement of the server's behind the first
/// SETTINGS frame, takes out the one that the client sends, and what comes on streams that are too late.
struct ClientFrames {
    /// Bytes to the next frame: at first the text that every client begins with.
    private var rest = 24
    private var head = ByteBuffer()
    private var isInSettings = false
    private var isTakenOut = false
    private var hasAcknowledged = false

    /// Whether the client's own acknowledgement has come.
    private var isAcknowledged = false

    private static let frame: [UInt8] = [0, 0, 0, 4, 1, 0, 0, 0, 0]

    /// Takes some bytes, and gives on what the codec is to see.
    ///
    /// - Parameters:
    ///   - input: What came.
    ///   - output: What the codec sees.
    ///   - lastStream: The last stream that counts; nil where all do.
    mutating func pass(
        _ input: inout ByteBuffer,
        into output: inout ByteBuffer,
        upTo lastStream: UInt32?
    ) {
        while input.readableBytes > 0 {
            if rest > 0 {
                guard let slice = input.readSlice(length: min(rest, input.readableBytes)) else {
                    return
                }
                rest -= slice.readableBytes
                if !isTakenOut { output.writeImmutableBuffer(slice) }
                if rest == 0 { endFrame(&output) }
            } else {
                readHead(&input, &output, lastStream)
            }
        }
    }

    private mutating func readHead(
        _ input: inout ByteBuffer,
        _ output: inout ByteBuffer,
        _ lastStream: UInt32?
    ) {
        let missing = FrameHead.byteCount - head.readableBytes
        guard var slice = input.readSlice(length: min(missing, input.readableBytes)) else { return }
        head.writeBuffer(&slice)
        guard let found = FrameHead(head) else { return }
        if found.isAcknowledgement, hasAcknowledged, !isAcknowledged {
            isAcknowledged = true
        } else {
            isTakenOut = lastStream.map(found.isTooLate) ?? false
            if !isTakenOut { output.writeImmutableBuffer(head) }
            rest = found.length
            isInSettings = found.isSettings
            if rest == 0 { endFrame(&output) }
        }
        head.clear()
    }

    private mutating func endFrame(_ output: inout ByteBuffer) {
        guard isInSettings, !hasAcknowledged else { return }
        hasAcknowledged = true
        output.writeBytes(Self.frame)
    }
}

/// The first nine bytes of a frame (RFC 9113, section 4.1).
private struct FrameHead {
    static let byteCount = 9

    let length: Int
    private let kind: UInt8
    private let flags: UInt8
    private let stream: UInt32

    /// Reads it; nil where bytes are missing.
    init?(_ buffer: ByteBuffer) {
        let start = buffer.readerIndex
        guard buffer.readableBytes >= Self.byteCount,
            let high = buffer.getInteger(at: start, as: UInt8.self),
            let low = buffer.getInteger(at: start + 1, as: UInt16.self),
            let kind = buffer.getInteger(at: start + 3, as: UInt8.self),
            let flags = buffer.getInteger(at: start + 4, as: UInt8.self),
            let stream = buffer.getInteger(at: start + 5, as: UInt32.self)
        else { return nil }
        length = Int(high) << 16 | Int(low)
        self.kind = kind
        self.flags = flags
        self.stream = stream & 0x7fff_ffff
    }

    /// Whether it is DATA, RST_STREAM or WINDOW_UPDATE of a stream after the last that counts.
    ///
    /// The codec sees header fields in any case: they change what later ones mean.
    func isTooLate(after last: UInt32) -> Bool { stream > last && [0, 3, 8].contains(kind) }

    var isSettings: Bool { kind == 4 && flags & 1 == 0 }
    var isGoAway: Bool { kind == 7 }
    var isAcknowledgement: Bool { kind == 4 && flags & 1 == 1 && length == 0 }
}
