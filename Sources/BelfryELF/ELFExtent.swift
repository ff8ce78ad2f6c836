// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// A stretch of a file that is known to lie inside it.
///
/// Extents are only made by slicing the whole file, so no sum of their members can overflow.
struct ELFExtent: Equatable {
    /// Where it begins in the file.
    let offset: UInt64

    /// How long it is.
    let byteCount: UInt64

    /// All of a file.
    init(fileOf byteCount: UInt64) {
        self.init(offset: 0, byteCount: byteCount)
    }

    private init(offset: UInt64, byteCount: UInt64) {
        self.offset = offset
        self.byteCount = byteCount
    }

    /// The part of `count` bytes that begins `start` bytes in; nil when it does not lie inside.
    func slice(from start: UInt64, count: UInt64) -> ELFExtent? {
        guard start <= byteCount, count <= byteCount - start else { return nil }
        return ELFExtent(offset: offset + start, byteCount: count)
    }

    /// What is left from `start` on; nil when that lies outside.
    func suffix(from start: UInt64) -> ELFExtent? {
        guard start <= byteCount else { return nil }
        return slice(from: start, count: byteCount - start)
    }
}
