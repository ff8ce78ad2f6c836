// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Breaks text into lines of cells.
package enum TextLines {
    /// Breaks a text at spaces, and in words that are longer than a line.
    ///
    /// - Parameters:
    ///   - text: The text, as somebody else wrote it.
    ///   - width: The cells of a line, at least 1.
    ///   - limit: The most lines; 0 for any number.
    /// - Returns: Safe lines; the last one ends in dots where there was more.
    package static func broken(_ text: String, width: Int, limit: Int = 0) -> [String] {
        let most = limit > 0 ? min(limit, maximumCount) : maximumCount
        var lines: [String] = []
        for paragraph in text.safeLines(limit: most + 1) {
            lines += broken(paragraph: paragraph, width: max(1, width), upTo: most + 1)
            if lines.count > most { break }
        }
        guard lines.count > most else { return lines }
        let last = lines[most - 1]
        let dotted = last.cellCount < width ? last + "…" : last.prefix(cells: width - 1) + "…"
        return lines.prefix(most - 1) + [dotted]
    }

    /// More lines than anybody reads in a notification.
    package static let maximumCount = 200

    private static func broken(paragraph: String, width: Int, upTo most: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in paragraph.split(separator: " ", omittingEmptySubsequences: false) {
            let room = line.isEmpty ? width : width - line.cellCount - 1
            if room >= 0, word.fits(cells: room) {
                line += (line.isEmpty ? "" : " ") + word
                continue
            }
            if !line.isEmpty { lines.append(line) }
            // What is left of a long word is never gone through as a whole.
            var rest = word
            while lines.count < most, !rest.fits(cells: width) {
                let head = rest.prefix(cells: width)
                // A wide character in a line of one cell.
                let taken = head.isEmpty ? rest.prefix(1) : head
                lines.append(String(taken))
                rest = rest[taken.endIndex...]
            }
            line = String(rest)
            if lines.count >= most { return lines }
        }
        return lines + [line]
    }
}
