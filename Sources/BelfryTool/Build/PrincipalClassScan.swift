// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// A light search for service extensions in Swift sources.
///
/// It reads declarations, not Swift: enough to fill in a generated `Info.plist`, and to warn when a
/// given one names a class that is nowhere to be seen.
enum PrincipalClassScan {
    /// The classes that inherit from `UNNotificationServiceExtension` by name, in order.
    static func classes(in source: String) -> [String] {
        let declaration = /\bclass\s+(\w+)\s*:([^{]*)\{/
        return code(of: source).matches(of: declaration).compactMap { match in
            let parents = match.2.split { !($0.isLetter || $0.isNumber || $0 == "_") }
            return parents.contains("UNNotificationServiceExtension") ? String(match.1) : nil
        }
    }

    /// The one to use: what Xcode's template calls it, else the first.
    static func best(of classes: [String]) -> String? {
        classes.contains(templateName) ? templateName : classes.first
    }

    /// The name in Xcode's template.
    static let templateName = "NotificationService"

    /// The source without comments and without the contents of strings.
    private static func code(of source: String) -> String {
        var code = ""
        var rest = source[...]
        while let character = rest.first {
            if rest.hasPrefix("//") {
                rest = rest.drop { !$0.isNewline }
            } else if rest.hasPrefix("/*") {
                rest = afterComment(rest)
                code += " "
            } else if character == "\"" {
                rest = afterString(rest)
                code += "\"\""
            } else {
                code.append(character)
                rest = rest.dropFirst()
            }
        }
        return code
    }

    /// Comments of this kind nest in Swift.
    private static func afterComment(_ text: Substring) -> Substring {
        var rest = text.dropFirst(2)
        var depth = 1
        while depth > 0, !rest.isEmpty {
            if rest.hasPrefix("/*") {
                (rest, depth) = (rest.dropFirst(2), depth + 1)
            } else if rest.hasPrefix("*/") {
                (rest, depth) = (rest.dropFirst(2), depth - 1)
            } else {
                rest = rest.dropFirst()
            }
        }
        return rest
    }

    private static func afterString(_ text: Substring) -> Substring {
        let isLong = text.hasPrefix("\"\"\"")
        let quote = isLong ? "\"\"\"" : "\""
        var rest = text.dropFirst(quote.count)
        while let character = rest.first {
            if rest.hasPrefix(quote) { return rest.dropFirst(quote.count) }
            // A string that is not closed ends with its line, so that the rest is still read.
            if character.isNewline && !isLong { return rest }
            rest = rest.dropFirst(character == "\\" ? 2 : 1)
        }
        return rest
    }
}
