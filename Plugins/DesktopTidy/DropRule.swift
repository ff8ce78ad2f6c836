// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import UserNotifications

/// A line of `drop.txt`: why a notification is dropped, and the words that it is known by.
struct DropRule {
    let reason: String
    let words: String

    /// The rules of a bundle; lines that are empty, or begin with #, are none.
    static func all(in bundle: Bundle) -> [DropRule] {
        guard let file = bundle.url(forResource: "drop", withExtension: "txt"),
            let text = try? String(contentsOf: file, encoding: .utf8)
        else { return [] }
        return text.split(separator: "\n").compactMap(DropRule.init)
    }

    init?(_ line: Substring) {
        let parts = line.split(separator: ":", maxSplits: 1)
        guard parts.count == 2, !line.hasPrefix("#") else { return nil }
        reason = String(parts[0])
        words = parts[1].trimmingCharacters(in: .whitespaces)
    }

    /// Whether its words are in the title or in the text, in capitals or not.
    func matches(_ content: UNNotificationContent) -> Bool {
        [content.title, content.body].contains { text in
            text.range(of: words, options: .caseInsensitive) != nil
        }
    }
}
