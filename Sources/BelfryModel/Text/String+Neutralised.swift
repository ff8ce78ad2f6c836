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
        var text = ""
        for scalar in unicodeScalars {
            if text.utf8.count >= byteLimit { return text + "…" }
            let isPlain = scalar == "\t" || scalar.properties.isPrintable
            text += isPlain ? String(scalar) : scalar.escaped(asASCII: true)
        }
        return text
    }
}
