// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Something an ELF file can be read from, a piece at a time.
///
/// Nothing read is trusted, and the whole file is never asked for: an open descriptor of a sparse
/// file of 4 GiB is as good a source as an array.
package protocol ELFSource: ~Copyable {
    /// Why a read can fail.
    associatedtype Failure: Error

    /// Says how long the file is.
    func byteCount() throws(Failure) -> UInt64

    /// Reads `count` bytes from `offset` on; fewer only where the file ends.
    func read(at offset: UInt64, count: Int) throws(Failure) -> [UInt8]
}

extension [UInt8]: ELFSource {
    /// Says how many bytes there are.
    package func byteCount() -> UInt64 { UInt64(count) }

    /// Copies a part of the bytes, as much of it as there is.
    package func read(at offset: UInt64, count: Int) -> [UInt8] {
        guard offset < UInt64(self.count) else { return [] }
        return Array(dropFirst(Int(offset)).prefix(Swift.max(count, 0)))
    }
}

extension ELFSource where Self: ~Copyable {
    /// Reads all of an extent, no more than `limit` bytes.
    borrowing func block(_ extent: ELFExtent, limit: UInt64) throws(ELFFault) -> ELFBlock {
        guard extent.byteCount <= limit else {
            throw .malformed("has a table of \(extent.byteCount) bytes, more than \(limit)")
        }
        let bytes: [UInt8]
        do throws(Failure) {
            bytes = try read(at: extent.offset, count: Int(extent.byteCount))
        } catch {
            throw .unreadable("\(error)")
        }
        guard bytes.count == Int(extent.byteCount) else { throw .truncated }
        return ELFBlock(bytes: bytes)
    }
}
