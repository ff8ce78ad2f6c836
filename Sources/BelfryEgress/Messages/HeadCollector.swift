// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import NIOCore

/// Gathers a message's head from whatever pieces it arrives in, up to its empty line.
struct HeadCollector {
    private var gathered = ByteBuffer()
    private var searched = 0
    private let limit: Int

    /// A head cut off from what follows it.
    struct Head {
        /// The head's lines without the empty one, CRLF between them.
        let bytes: [UInt8]

        /// What arrived behind the head.
        let rest: ByteBuffer
    }

    init(limit: Int) {
        self.limit = limit
    }

    /// Whether nothing has arrived yet.
    var isEmpty: Bool { gathered.readableBytes == 0 }

    /// Adds a piece.
    ///
    /// - Parameter piece: Bytes in the order of their arrival.
    /// - Returns: The head once it is complete; nil while more is needed.
    /// - Throws: ``Malformed/tooLong`` when the head exceeds the limit.
    mutating func add(_ piece: ByteBuffer) throws(MalformedMessage) -> Head? {
        gathered.writeImmutableBuffer(piece)
        let view = gathered.readableBytesView
        let mark: [UInt8] = [0x0d, 0x0a, 0x0d, 0x0a]
        var index = searched
        while index + 4 <= min(view.count, limit) {
            if view[(view.startIndex + index)...].starts(with: mark) {
                let bytes = Array(view[..<(view.startIndex + index)])
                gathered.moveReaderIndex(forwardBy: index + 4)
                return Head(bytes: bytes, rest: gathered.slice())
            }
            index += 1
        }
        guard view.count < limit else { throw MalformedMessage.headTooLong(limit) }
        searched = index
        return nil
    }
}
