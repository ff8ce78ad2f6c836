// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Synchronization

/// Memory that the host has lent and taken back: overwritten and kept, so that whoever reads it
/// still gets bytes that are no text, the same ones every time.
@safe
final class PoisonedTexts: Sendable {
    /// Where texts go whose time is over; nil in ordinary workers, which free them.
    // Set once, before there is a second thread.
    nonisolated(unsafe) static var keeper: PoisonedTexts?

    /// A byte that is in no UTF-8 text.
    static let poison: UInt8 = 0xfd

    private let kept = Mutex(Kept())

    private struct Kept {
        /// The oldest first, by address.
        var blocks: [(start: UInt, count: Int)] = []
        var byteCount = 0
    }

    /// Most bytes that are kept; the oldest go first.
    private static let limit = 2 << 20

    /// Takes over memory that is not needed any more.
    func take(_ bytes: UnsafeMutableBufferPointer<UInt8>) {
        unsafe bytes.update(repeating: Self.poison)
        guard let start = bytes.baseAddress, !bytes.isEmpty else {
            return unsafe bytes.deallocate()
        }
        let block = (start: UInt(bitPattern: start), count: bytes.count)
        let oldest = kept.withLock { kept in
            kept.blocks.append(block)
            kept.byteCount += block.count
            var freed: [UInt] = []
            while kept.byteCount > Self.limit {
                let block = kept.blocks.removeFirst()
                kept.byteCount -= block.count
                freed.append(block.start)
            }
            return freed
        }
        for start in oldest {
            unsafe UnsafeMutablePointer<UInt8>(bitPattern: start)?.deallocate()
        }
    }

    /// Whether an address is in memory that was taken back.
    func contains(_ address: UInt) -> Bool {
        kept.withLock { kept in
            kept.blocks.contains { $0.start <= address && address - $0.start < UInt($0.count) }
        }
    }

    /// Whether bytes have been copied out of such memory: a run of what no text has.
    static func isCopied(into bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let needed = min(4, bytes.count)
        var length = 0
        for index in bytes.indices {
            length = unsafe bytes[index] == poison ? length + 1 : 0
            if length == needed { return true }
        }
        return false
    }
}
