// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The texts of a `.strings` file by their keys.
///
/// The file is the extension's and not trusted; it is read by the rules of Apple's two forms: the
/// old one, `"key" = "text";` in UTF-8 or UTF-16, and a property list in XML or binary.
package struct StringTable: Sendable, Equatable {
    /// The texts.
    package let texts: [String: String]

    /// The largest file that is read.
    package static let maximumByteCount = 256 * 1024

    package init(texts: [String: String]) {
        self.texts = texts
    }

    /// Reads a file.
    ///
    /// - Parameter bytes: The file.
    /// - Returns: The table; what a property list has that is no text is left out.
    /// - Throws: The first fault with its line and the way out.
    package static func parse(_ bytes: [UInt8]) throws(StringTableError) -> StringTable {
        guard bytes.count <= maximumByteCount else {
            throw StringTableError(
                "has \(bytes.count) bytes, the limit is \(maximumByteCount); split the table"
            )
        }
        if isPropertyList(bytes) { return try propertyList(bytes) }
        var parser = StringTableParser(try text(bytes))
        return StringTable(texts: try parser.table())
    }

    private static func isPropertyList(_ bytes: [UInt8]) -> Bool {
        let start = bytes.starts(with: byteOrderMark) ? bytes.dropFirst(3) : bytes[...]
        return start.starts(with: "bplist".utf8) || start.first { $0 > 0x20 } == UInt8(ascii: "<")
    }

    private static func propertyList(_ bytes: [UInt8]) throws(StringTableError) -> StringTable {
        let root: PropertyList
        do throws(PropertyListError) {
            root = try PropertyList.parse(bytes)
        } catch {
            throw StringTableError(error.description)
        }
        guard case .dictionary(let members) = root else {
            throw StringTableError("is not a dictionary; write keys with their texts")
        }
        let texts = members.compactMapValues { value -> String? in
            if case .string(let text) = value { text } else { nil }
        }
        return StringTable(texts: texts)
    }

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Decodes UTF-16 by its byte order mark, and UTF-8 with and without one.
    private static func text(_ bytes: [UInt8]) throws(StringTableError) -> String {
        if bytes.starts(with: [0xFF, 0xFE]) {
            return utf16(bytes) { UInt16($0) | UInt16($1) << 8 }
        }
        if bytes.starts(with: [0xFE, 0xFF]) {
            return utf16(bytes) { UInt16($0) << 8 | UInt16($1) }
        }
        let start = bytes.starts(with: byteOrderMark) ? bytes.dropFirst(3) : bytes[...]
        guard let text = String(validating: start, as: UTF8.self) else {
            throw StringTableError(
                "is neither UTF-8 nor UTF-16 with a byte order mark; save it as UTF-8"
            )
        }
        return text
    }

    private static func utf16(_ bytes: [UInt8], _ unit: (UInt8, UInt8) -> UInt16) -> String {
        let units = stride(from: 2, to: bytes.count - 1, by: 2).map {
            unit(bytes[$0], bytes[$0 + 1])
        }
        return String(decoding: units, as: UTF16.self)
    }
}
