// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@testable internal import BelfryEgress
internal import NIOCore

extension FuzzTarget {
    /// A body in chunks; the first byte says in pieces of which size it arrives.
    ///
    /// It ends at the same byte however it arrives, not a byte earlier, and again when it is read
    /// by itself.
    static let chunks = FuzzTarget(
        "chunks",
        byteLimit: 2048,
        check: { bytes in
            guard let size = bytes.first else { return }
            let body = bytes.dropFirst()
            let whole = try? scan([ByteBuffer(bytes: body)])
            let pieces = try? scan(Pieces(body, size: size).buffers)
            try holdEqual(whole?.byteCount, pieces?.byteCount, "the length depends on the pieces")
            try holdEqual(whole?.isComplete, pieces?.isComplete, "the end depends on the pieces")
            guard let whole, whole.isComplete else { return }
            let own = try scan([ByteBuffer(bytes: body.prefix(whole.byteCount))])
            try hold(own.isComplete, "the body does not end by itself")
            let less = try scan([ByteBuffer(bytes: body.prefix(whole.byteCount - 1))])
            try hold(!less.isComplete, "the body ends before its end")
        }
    )

    private static func scan(
        _ pieces: [ByteBuffer]
    ) throws -> (byteCount: Int, isComplete: Bool) {
        var body = MessageBody.chunked(ChunkScanner())
        var byteCount = 0
        for var piece in pieces where !body.isComplete {
            byteCount += try body.take(from: &piece).readableBytes
        }
        return (byteCount, body.isComplete)
    }
}
