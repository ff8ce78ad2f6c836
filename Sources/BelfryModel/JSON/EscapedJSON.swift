// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// JSON text in which nothing can move a terminal's cursor, and that means the same.
package enum EscapedJSON {
    /// Writes what does not show as itself as `\u` escapes (RFC 8259, section 7).
    package static func text(_ json: String) -> String {
        json.unicodeScalars.reduce(into: "") { result, scalar in
            let character = String(scalar)
            if scalar == "\n" || isPlainASCII(scalar) || character.neutralised() == character {
                result += character
            } else {
                for unit in character.utf16 {
                    let digits = String(unit, radix: 16)
                    result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            }
        }
    }

    /// Most of every report, which needs no look at Unicode's tables.
    private static func isPlainASCII(_ scalar: Unicode.Scalar) -> Bool {
        (" "..."~").contains(scalar)
    }
}
