// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import NIOCore

/// Bytes cut into pieces, as a socket may deliver them: what a reader makes of them must not depend
/// on the cuts.
struct Pieces {
    /// The pieces in order.
    let buffers: [ByteBuffer]

    /// Cuts by the sizes that the first byte stands for: 1 to 16, the same again and again.
    init(_ bytes: ArraySlice<UInt8>, size: UInt8) {
        let step = Int(size & 15) + 1
        buffers = stride(from: bytes.startIndex, to: bytes.endIndex, by: step).map { start in
            ByteBuffer(bytes: bytes[start..<min(start + step, bytes.endIndex)])
        }
    }
}
