// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Writes JSON values as UTF-8 text.
///
/// It is our own, as the reader of ``JSONValue`` is: Foundation's encoders keep neither the order of
/// members nor the way a number was written, and bring Foundation into a target that has none.
struct JSONWriter {
    /// The text so far.
    private(set) var bytes: [UInt8] = []

    private let isPretty: Bool

    private var depth = 0

    init(isPretty: Bool) {
        self.isPretty = isPretty
        // Most notifications' documents are no longer.
        bytes.reserveCapacity(2048)
    }

    mutating func write(_ value: JSONValue) {
        switch value {
        case .null: append("null")
        case .bool(let flag): append(flag ? "true" : "false")
        case .number(let number): append(number.literal)
        case .string(let text): write(text)
        case .array(let elements):
            list("[", elements, "]") { writer, element in writer.write(element) }
        case .object(let object): write(object)
        }
    }

    mutating func write(_ object: JSONObject) {
        list("{", object.members, "}") { writer, member in
            writer.write(member.key)
            writer.append(writer.isPretty ? ": " : ":")
            writer.write(member.value)
        }
    }

    private mutating func append(_ text: String) {
        bytes += text.utf8
    }

    private mutating func list<Item>(
        _ open: String,
        _ items: [Item],
        _ close: String,
        _ write: (inout JSONWriter, Item) -> Void
    ) {
        append(open)
        depth += 1
        for (index, item) in items.enumerated() {
            if index > 0 { append(",") }
            breakLine()
            write(&self, item)
        }
        depth -= 1
        if !items.isEmpty { breakLine() }
        append(close)
    }

    private mutating func breakLine() {
        if isPretty { append("\n" + String(repeating: "  ", count: depth)) }
    }

    /// Escapes what RFC 8259, section 7 says must be: quotation mark, backslash and controls.
    ///
    /// What lies between two of them is taken in one piece: a notification's texts have few.
    private mutating func write(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { utf8 in
            var start = 0
            for index in utf8.indices where unsafe Self.isEscaped(utf8[index]) {
                unsafe bytes.append(contentsOf: utf8[start..<index])
                unsafe writeEscape(of: utf8[index])
                start = index + 1
            }
            unsafe bytes.append(contentsOf: utf8[start...])
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func isEscaped(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private mutating func writeEscape(of byte: UInt8) {
        if let short = Self.shortEscapes[byte] {
            bytes += [UInt8(ascii: "\\"), short]
        } else {
            append("\\u00" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16))
        }
    }

    private static let shortEscapes: [UInt8: UInt8] = [
        0x22: UInt8(ascii: "\""), 0x5C: UInt8(ascii: "\\"), 0x08: UInt8(ascii: "b"),
        0x0C: UInt8(ascii: "f"), 0x0A: UInt8(ascii: "n"), 0x0D: UInt8(ascii: "r"),
        0x09: UInt8(ascii: "t"),
    ]
}

extension JSONValue {
    /// Writes the value.
    ///
    /// - Parameter isPretty: Whether each member and element gets its own line, indented by two spaces.
    /// - Returns: The text in UTF-8, on one line without spaces unless it is to be pretty.
    package func serialized(isPretty: Bool = false) -> [UInt8] {
        var writer = JSONWriter(isPretty: isPretty)
        writer.write(self)
        return writer.bytes
    }
}

extension JSONObject {
    /// Writes the object.
    ///
    /// - Parameter isPretty: Whether each member gets its own line, indented by two spaces.
    /// - Returns: The text in UTF-8.
    package func serialized(isPretty: Bool = false) -> [UInt8] {
        JSONValue.object(self).serialized(isPretty: isPretty)
    }
}
