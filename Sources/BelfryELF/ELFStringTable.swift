// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The names of a library, each ended by a zero byte.
struct ELFStringTable {
    private let bytes: [UInt8]

    init(
        from source: borrowing some ELFSource & ~Copyable,
        segments: ELFSegmentTable,
        dynamic: ELFDynamicTable
    ) throws(ELFFault) {
        guard
            let address = try dynamic.value(.strings),
            let byteCount = try dynamic.value(.stringsByteCount),
            let extent = segments.contents(at: address)?.slice(from: 0, count: byteCount)
        else { throw .malformed("has no table of names where it says") }
        bytes = try source.block(extent, limit: ELFLimits.stringsByteCount).bytes
    }

    /// The name that begins at `offset`; nil when it lies outside or has no end.
    subscript(offset: UInt64) -> ArraySlice<UInt8>? {
        guard offset < UInt64(bytes.count) else { return nil }
        let rest = bytes[Int(offset)...]
        guard let end = rest.firstIndex(of: 0) else { return nil }
        return rest[..<end]
    }

    /// The name that begins at `offset`, as text.
    func text(_ offset: UInt64) throws(ELFFault) -> String {
        guard let name = self[offset] else { throw .malformed("has a name outside its table") }
        return String(decoding: name, as: UTF8.self)
    }

    /// Whether the name that begins at `offset` is `name`, found without making text of it.
    func matches(_ name: String.UTF8View, at offset: UInt64) -> Bool {
        guard offset < UInt64(bytes.count) else { return false }
        let rest = bytes[Int(offset)...]
        return rest.starts(with: name) && rest.dropFirst(name.count).first == 0
    }
}
