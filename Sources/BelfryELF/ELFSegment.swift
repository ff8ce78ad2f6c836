// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// One program header: a part of the file that the loader maps or reads.
struct ELFSegment {
    /// How long a program header is.
    static let byteCount: UInt64 = 56

    let kind: Kind
    let isExecutable: Bool
    let isWritable: Bool
    let offset: UInt64
    let address: UInt64
    let fileByteCount: UInt64
    let memoryByteCount: UInt64

    init(_ block: ELFBlock, at start: Int) {
        let flags: UInt32 = block.number(at: start + 4)
        kind = Kind(rawValue: block.number(at: start))
        isExecutable = flags & 1 != 0
        isWritable = flags & 2 != 0
        offset = block.number(at: start + 8)
        address = block.number(at: start + 16)
        fileByteCount = block.number(at: start + 32)
        memoryByteCount = block.number(at: start + 40)
    }

    /// What a segment is for, `p_type`.
    struct Kind: RawRepresentable, Equatable {
        let rawValue: UInt32

        static let load = Kind(rawValue: 1)
        static let dynamic = Kind(rawValue: 2)
        static let note = Kind(rawValue: 4)
        static let stack = Kind(rawValue: 0x6474_e551)
    }
}
