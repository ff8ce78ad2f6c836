// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension String {
    /// This Markdown with each line of prose broken into lines that fit, for pages that code writes.
    ///
    /// What continues an item of a list is indented below the item's text. Tables, headings, comments
    /// and a single word that is too long stay as they are. Code in fences is not known.
    ///
    /// - Parameter columns: How long a line may be, in characters.
    /// - Returns: The text.
    package func wrappedMarkdown(columns: Int = 100) -> String {
        split(separator: "\n", omittingEmptySubsequences: false)
            .map { Self.wrapped($0, columns) }
            .joined(separator: "\n")
    }

    private static func wrapped(_ line: Substring, _ columns: Int) -> String {
        let indentation = line.prefix { $0 == " " }
        let text = line.dropFirst(indentation.count)
        guard line.count > columns, let first = text.first, !"|#<".contains(first) else {
            return String(line)
        }
        let hanging = String(indentation) + (text.hasPrefix("- ") ? "  " : "")
        var lines: [String] = []
        var current = String(indentation)
        for word in text.split(separator: " ") {
            if current.count == indentation.count {
                current += word
            } else if current.count + 1 + word.count <= columns {
                current += " " + word
            } else {
                lines.append(current)
                current = hanging + word
            }
        }
        lines.append(current)
        return lines.joined(separator: "\n")
    }
}
