// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Names and values as a query and a form write them (`application/x-www-form-urlencoded`).
package enum FormText {
    /// Takes a text apart.
    ///
    /// - Parameters:
    ///   - text: Such as `title=Hello+there&priority=5`.
    ///   - limit: Most pairs that are read.
    /// - Returns: The pairs in order. What is not percent-encoded UTF-8 stays as it is written.
    package static func pairs(
        of text: some StringProtocol,
        limit: Int = 100
    ) -> [(name: String, value: String)] {
        text.split(separator: "&", maxSplits: limit).prefix(limit).map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (decoded(parts[0]), parts.count > 1 ? decoded(parts[1]) : "")
        }
    }

    private static func decoded(_ text: some StringProtocol) -> String {
        var bytes: [UInt8] = []
        var rest = Substring(text).utf8
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard let decoded = rest.prefix(2).hexadecimal else { return String(text) }
                bytes.append(decoded)
                rest = rest.dropFirst(2)
            default: bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self) ?? String(text)
    }
}

extension Collection<UInt8> {
    /// The byte that two hexadecimal digits are; nil for anything else.
    var hexadecimal: UInt8? {
        guard count == 2 else { return nil }
        var value: UInt8 = 0
        for byte in self {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
            value = value << 4 | UInt8(digit)
        }
        return value
    }
}
