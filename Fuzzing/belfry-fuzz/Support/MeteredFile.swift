// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryELF
internal import Synchronization

/// A file in memory that counts what is read of it.
struct MeteredFile: ELFSource, ~Copyable {
    private let bytes: [UInt8]
    private let readCount = Atomic(0)
    private let readByteCount = Atomic(0)

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    func byteCount() -> UInt64 { bytes.byteCount() }

    func read(at offset: UInt64, count: Int) -> [UInt8] {
        let part = bytes.read(at: offset, count: count)
        readCount.add(1, ordering: .relaxed)
        readByteCount.add(part.count, ordering: .relaxed)
        return part
    }

    /// Holds the counts to a few times the file, however often its tables name the same place.
    func check() throws {
        let (count, byteCount) = (
            readCount.load(ordering: .relaxed), readByteCount.load(ordering: .relaxed)
        )
        try hold(count <= 512, "\(count) reads")
        try hold(byteCount <= 512 + 16 * bytes.count, "\(byteCount) bytes read of \(bytes.count)")
    }
}
