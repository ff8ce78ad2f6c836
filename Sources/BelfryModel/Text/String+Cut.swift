// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension String {
    /// The text, or its beginning and an ellipsis where it is longer than it may be.
    ///
    /// Bytes are counted, and not characters: one character can have as many marks as a sender likes.
    ///
    /// - Parameter byteLimit: The most bytes of UTF-8, ellipsis included, of which there are three.
    /// - Returns: The text; none of its scalars is cut in two.
    package func cut(byteLimit: Int) -> String {
        guard utf8.count > byteLimit else { return self }
        let ellipsis = "…"
        var end = utf8.index(startIndex, offsetBy: max(0, byteLimit - ellipsis.utf8.count))
        while end > startIndex, UTF8.isContinuation(utf8[end]) { end = utf8.index(before: end) }
        return String(unicodeScalars[..<end]) + ellipsis
    }
}
