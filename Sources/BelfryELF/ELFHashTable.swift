// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The hash tables through which the loader finds symbols.
///
/// They are the only place that says how many symbols there are. A library without one exports
/// nothing that could be found.
enum ELFHashTable {
    /// Says how many entries the symbol table has.
    static func symbolCount(
        from source: borrowing some ELFSource & ~Copyable,
        _ segments: ELFSegmentTable,
        _ dynamic: ELFDynamicTable
    ) throws(ELFFault) -> UInt64 {
        let count: UInt64
        if let address = try dynamic.value(.gnuHash) {
            count = try gnuCount(from: source, try table(at: address, segments))
        } else if let address = try dynamic.value(.hash) {
            count = try classicCount(from: source, try table(at: address, segments))
        } else {
            count = 0
        }
        guard count <= ELFLimits.symbolCount else {
            throw .malformed("claims \(count) symbols, more than \(ELFLimits.symbolCount)")
        }
        return count
    }

    private static func table(
        at address: UInt64,
        _ segments: ELFSegmentTable
    ) throws(ELFFault) -> ELFExtent {
        guard let table = segments.contents(at: address) else { throw outside }
        return table
    }

    /// The second word is the length of the chains, one for each symbol.
    private static func classicCount(
        from source: borrowing some ELFSource & ~Copyable,
        _ table: ELFExtent
    ) throws(ELFFault) -> UInt64 {
        guard let head = table.slice(from: 0, count: 8) else { throw outside }
        return UInt64(try source.block(head, limit: 8).number(at: 4, as: UInt32.self))
    }

    /// Follows the chain of the bucket with the highest symbol to its end.
    private static func gnuCount(
        from source: borrowing some ELFSource & ~Copyable,
        _ table: ELFExtent
    ) throws(ELFFault) -> UInt64 {
        guard let head = table.slice(from: 0, count: 16) else { throw outside }
        let words = try source.block(head, limit: 16)
        let bucketCount = UInt64(words.number(at: 0, as: UInt32.self))
        let firstSymbol = UInt64(words.number(at: 4, as: UInt32.self))
        let bucketStart = 16 + 8 * UInt64(words.number(at: 8, as: UInt32.self))
        guard
            let buckets = table.slice(from: bucketStart, count: 4 * bucketCount),
            let chains = table.suffix(from: bucketStart + 4 * bucketCount)
        else { throw outside }
        let block = try source.block(buckets, limit: 4 * ELFLimits.symbolCount)
        let highest =
            stride(from: 0, to: block.bytes.count, by: 4)
            .map { UInt64(block.number(at: $0, as: UInt32.self)) }
            .max() ?? 0
        guard highest >= firstSymbol, highest > 0 else { return firstSymbol }
        let length = try chainLength(from: source, chains, start: highest - firstSymbol)
        return highest + length
    }

    /// Counts the words from `start` to the one with its lowest bit set, which ends a chain.
    private static func chainLength(
        from source: borrowing some ELFSource & ~Copyable,
        _ chains: ELFExtent,
        start: UInt64
    ) throws(ELFFault) -> UInt64 {
        let pageByteCount: UInt64 = 4096
        var length: UInt64 = 0
        var position = 4 * start
        while length <= ELFLimits.symbolCount, let rest = chains.suffix(from: position) {
            let page = rest.slice(from: 0, count: min(pageByteCount, rest.byteCount)) ?? rest
            let block = try source.block(page, limit: pageByteCount)
            for word in stride(from: 0, to: block.bytes.count - 3, by: 4) {
                length += 1
                if block.bytes[word] & 1 != 0 { return length }
            }
            guard page.byteCount == pageByteCount else { break }
            position += pageByteCount
        }
        throw outside
    }

    private static var outside: ELFFault { .malformed("has a hash table that does not fit it") }
}
