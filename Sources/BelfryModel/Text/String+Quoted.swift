// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension String {
    /// The text in double quotes for a message of one line: controls escaped, long text cut.
    ///
    /// What is quoted comes from senders and extensions. A control character in it could otherwise
    /// move the cursor of a terminal or forge a line of a log.
    package var quoted: String {
        let longest = 64
        var text = "\""
        for scalar in unicodeScalars.prefix(longest) {
            let isPlain = scalar != "\"" && scalar != "\\" && scalar.properties.isPrintable
            text += isPlain ? String(scalar) : scalar.escaped(asASCII: true)
        }
        return text + (unicodeScalars.count > longest ? "…\"" : "\"")
    }

    /// The text as a part of a key path: as it is when it is short and plain, else in quotes.
    var asPathElement: String {
        // Of ASCII it is known without the tables of Unicode.
        let isPlain =
            utf8.count <= 64
            && (utf8.allSatisfy { (0x20..<0x7F).contains($0) }
                || unicodeScalars.allSatisfy(\.properties.isPrintable))
        return isPlain ? self : quoted
    }
}

extension Unicode.Scalar.Properties {
    /// Whether the scalar shows as itself: no control, format character or line separator.
    var isPrintable: Bool {
        switch generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned,
            .surrogate:
            false
        default: true
        }
    }
}
