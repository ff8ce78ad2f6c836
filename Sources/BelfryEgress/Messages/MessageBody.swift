// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import NIOCore

/// Where a message's body ends, followed while the bytes pass through unchanged.
enum MessageBody: Equatable {
    /// So many bytes are left.
    case length(Int)

    /// In chunks, ended by one without bytes.
    case chunked(ChunkScanner)

    /// Everything until the connection's end.
    case untilClose

    /// Whether the body has ended; one that lasts until the connection's end never has by itself.
    var isComplete: Bool {
        switch self {
        case .length(let left): left == 0
        case .chunked(let scanner): scanner.isComplete
        case .untilClose: false
        }
    }

    /// Takes what belongs to the body.
    ///
    /// - Parameter bytes: What arrived; what is behind the body's end stays in it.
    /// - Returns: The bytes that belong to the body.
    /// - Throws: ``MalformedMessage`` where the framing is broken.
    mutating func take(from bytes: inout ByteBuffer) throws(MalformedMessage) -> ByteBuffer {
        let count: Int
        switch self {
        case .length(let left):
            count = min(left, bytes.readableBytes)
            self = .length(left - count)
        case .chunked(var scanner):
            count = try scanner.scan(bytes.readableBytesView)
            self = .chunked(scanner)
        case .untilClose: count = bytes.readableBytes
        }
        return bytes.readSlice(length: count) ?? ByteBuffer()
    }
}
