// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension String {
    /// The text with what does not show as itself made visible, and cut at a length.
    ///
    /// What an extension or a sender wrote could otherwise move a terminal's cursor, forge a line of
    /// a log or show itself in another order than it has. Tabs stay.
    ///
    /// - Parameter byteLimit: Where to cut, in bytes of UTF-8.
    /// - Returns: Text that is safe to print on one line.
    package func neutralised(byteLimit: Int = .max) -> String {
        if isPlainASCII {
            return utf8.count <= byteLimit ? self : String(unicodeScalars.prefix(byteLimit)) + "…"
        }
        var text = ""
        for scalar in unicodeScalars {
            if text.utf8.count >= byteLimit { return text + "…" }
            let isPlain = scalar == "\t" || scalar.properties.isPrintable
            if isPlain {
                text.unicodeScalars.append(scalar)
            } else {
                text += scalar.escaped(asASCII: true)
            }
        }
        return text
    }

    /// Whether it is nothing but tabs and what ASCII prints, as nearly all that is logged is.
    ///
    /// Each byte is then a character, so that a flood of text costs the host no look at Unicode's tables.
    private var isPlainASCII: Bool {
        utf8.allSatisfy { (0x20...0x7E).contains($0) || $0 == 0x09 }
    }
}
