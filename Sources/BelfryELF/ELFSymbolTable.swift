// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The symbols a library exports.
package struct ELFSymbolTable: Sendable {
    private static let entryByteCount = 24

    private let entries: ELFBlock
    private let strings: ELFStringTable

    init(
        from source: borrowing some ELFSource & ~Copyable,
        segments: ELFSegmentTable,
        dynamic: ELFDynamicTable,
        strings: ELFStringTable
    ) throws(ELFFault) {
        self.strings = strings
        let count = try ELFHashTable.symbolCount(from: source, segments, dynamic)
        guard let address = try dynamic.value(.symbols), count > 0 else {
            entries = ELFBlock(bytes: [])
            return
        }
        let byteCount = count * UInt64(Self.entryByteCount)
        guard let extent = segments.contents(at: address)?.slice(from: 0, count: byteCount) else {
            throw .malformed("has a symbol table that is not loaded")
        }
        entries = try source.block(extent, limit: byteCount)
    }

    /// All exported symbols, in the file's order; those without a readable name are left out.
    package var exported: [ELFSymbol] {
        starts.compactMap { start in
            guard isExported(start), let name = strings[nameOffset(start)] else { return nil }
            return symbol(start, name: String(decoding: name, as: UTF8.self))
        }
    }

    /// The exported symbols of one name; more than one where a file is odd.
    ///
    /// - Parameter name: The whole name; versions are not part of it.
    /// - Returns: The symbols, in the file's order.
    package func definitions(of name: String) -> [ELFSymbol] {
        starts.lazy
            .filter { isExported($0) && strings.matches(name.utf8, at: nameOffset($0)) }
            .map { symbol($0, name: name) }
    }

    private var starts: StrideTo<Int> {
        stride(from: 0, to: entries.bytes.count, by: Self.entryByteCount)
    }

    private func nameOffset(_ start: Int) -> UInt64 {
        UInt64(entries.number(at: start, as: UInt32.self))
    }

    /// Defined here, not local, and not hidden.
    private func isExported(_ start: Int) -> Bool {
        let binding: UInt8 = entries.number(at: start + 4, as: UInt8.self) >> 4
        let visibility: UInt8 = entries.number(at: start + 5, as: UInt8.self) & 3
        let section: UInt16 = entries.number(at: start + 6)
        return section != 0 && [1, 2, 10].contains(binding) && [0, 3].contains(visibility)
    }

    private func symbol(_ start: Int, name: String) -> ELFSymbol {
        ELFSymbol(
            name: name,
            kind: ELFSymbol.Kind(info: entries.number(at: start + 4)),
            address: entries.number(at: start + 8)
        )
    }
}
