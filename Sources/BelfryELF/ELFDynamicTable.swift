// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The dynamic table: what the loader is told to do.
struct ELFDynamicTable {
    private let entries: [(tag: Tag, value: UInt64)]

    init(
        from source: borrowing some ELFSource & ~Copyable,
        segments: ELFSegmentTable
    ) throws(ELFFault) {
        let tables = segments.all(.dynamic)
        guard let table = tables.first, tables.count == 1 else {
            throw .malformed("has \(tables.count) dynamic tables, not one")
        }
        // By address, as the loader finds it: the segment's own offset may point elsewhere.
        guard
            let contents = segments.contents(at: table.address),
            let extent = contents.slice(from: 0, count: table.fileByteCount)
        else { throw .malformed("has a dynamic table that is not loaded") }
        let block = try source.block(extent, limit: ELFLimits.dynamicByteCount)
        entries = try Self.entries(in: block)
    }

    private static func entries(
        in block: ELFBlock
    ) throws(ELFFault) -> [(tag: Tag, value: UInt64)] {
        var entries: [(tag: Tag, value: UInt64)] = []
        for start in stride(from: 0, to: block.bytes.count - 15, by: 16) {
            let tag = Tag(rawValue: block.number(at: start))
            if tag == .end { return entries }
            entries.append((tag, block.number(at: start + 8)))
        }
        throw .malformed("has a dynamic table without an end")
    }

    /// The values of all entries with a tag.
    func values(_ tag: Tag) -> [UInt64] {
        entries.lazy.filter { $0.tag == tag }.map(\.value)
    }

    /// The value of the only entry with a tag; nil when there is none.
    func value(_ tag: Tag) throws(ELFFault) -> UInt64? {
        let values = values(tag)
        guard values.count <= 1 else {
            throw .malformed("has \(values.count) dynamic entries \(tag.rawValue) instead of one")
        }
        return values.first
    }

    /// What an entry means, `d_tag`.
    struct Tag: RawRepresentable, Equatable {
        let rawValue: UInt64

        static let end = Tag(rawValue: 0)
        static let needed = Tag(rawValue: 1)
        static let hash = Tag(rawValue: 4)
        static let strings = Tag(rawValue: 5)
        static let symbols = Tag(rawValue: 6)
        static let stringsByteCount = Tag(rawValue: 10)
        static let soname = Tag(rawValue: 14)
        static let rpath = Tag(rawValue: 15)
        static let textRelocations = Tag(rawValue: 22)
        static let runpath = Tag(rawValue: 29)
        static let flags = Tag(rawValue: 30)
        static let gnuHash = Tag(rawValue: 0x6fff_fef5)
        static let flags1 = Tag(rawValue: 0x6fff_fffb)
    }
}

extension ELFDynamicTable {
    /// Whether code would have to be written to, by either way of saying so.
    var hasTextRelocations: Bool {
        !values(.textRelocations).isEmpty || values(.flags).contains { $0 & 4 != 0 }
    }

    /// Whether this is an executable that only looks like a library (`DF_1_PIE`).
    var isExecutable: Bool {
        values(.flags1).contains { $0 & 0x0800_0000 != 0 }
    }
}
