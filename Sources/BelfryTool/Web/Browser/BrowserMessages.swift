// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import NIOCore

/// Divides what a browser says into its messages, with a zero byte after each.
///
/// Who reads pages of others may be in the hands of one of them: what it says has an end, and costs
/// no more time than its bytes.
struct BrowserMessages {
    /// Most bytes of one message: a picture is the longest, in Base64.
    static let byteLimit = 32 << 20

    /// Bytes at the beginning of what was not taken yet that are known to hold no zero.
    private var scannedCount = 0

    /// Takes the next message.
    ///
    /// - Parameter buffer: What came and was not taken yet, in the same order as at the last call.
    /// - Returns: The message; nil where it has not come as a whole.
    /// - Throws: ``ToolFailure`` for one that is too long.
    mutating func next(in buffer: inout ByteBuffer) throws(ToolFailure) -> ByteBuffer? {
        let end = buffer.readableBytesView.dropFirst(scannedCount).firstIndex(of: 0)
        let count = end.map { $0 - buffer.readerIndex }
        guard count ?? buffer.readableBytes <= Self.byteLimit else {
            throw ToolFailure(
                "the browser said more than \(Self.byteLimit >> 20) MB at once",
                .unavailable
            )
        }
        guard let count else {
            scannedCount = buffer.readableBytes
            return nil
        }
        scannedCount = 0
        let message = buffer.readSlice(length: count)
        buffer.moveReaderIndex(forwardBy: 1)
        return message
    }
}

/// ``BrowserMessages`` of a channel.
struct ZeroEnded: ByteToMessageDecoder {
    typealias InboundOut = ByteBuffer

    private var messages = BrowserMessages()

    mutating func decode(
        context: ChannelHandlerContext,
        buffer: inout ByteBuffer
    ) throws -> DecodingState {
        guard let message = try messages.next(in: &buffer) else { return .needMoreData }
        context.fireChannelRead(wrapInboundOut(message))
        return .continue
    }
}
