// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Text in an XML document.
enum XMLText {
    /// The text with what has a meaning in XML, and what must not be in it, written otherwise; fit for
    /// contents and for values in quotes.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&apos;"
            // A value's would be read as blanks.
            case "\t", "\n", "\r": escaped += "&#\(scalar.value);"
            default: escaped += isAllowed(scalar) ? String(scalar) : scalar.escaped(asASCII: true)
            }
        }
        return escaped
    }

    /// XML 1.0, production 2, `Char`; without the controls that it discourages.
    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x20...0x7E, 0xA0...0xD7FF, 0xE000...0xFDCF, 0xFDF0...0xFFFD: true
        case 0x10000...0x10FFFF: scalar.value & 0xFFFE != 0xFFFE
        default: false
        }
    }
}
