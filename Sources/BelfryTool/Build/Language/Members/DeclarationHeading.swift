// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The attributes and modifiers that stand before a declaration.
struct DeclarationHeading {
    /// Attributes with what they have in parentheses.
    private(set) var attributes: [String: [String]] = [:]
    private(set) var modifiers: Set<String> = []

    /// Takes an attribute, and returns where the code goes on.
    mutating func takeAttribute(_ words: [String], at position: Int) -> Int {
        let open = position + 1
        guard open < words.count, words[open] == "(" else {
            attributes[words[position]] = []
            return open
        }
        let end = words.closing(of: open) ?? words.count - 1
        attributes[words[position]] = Array(words[(open + 1)..<max(end, open + 1)])
        return end + 1
    }

    /// Takes a modifier, and returns where the code goes on.
    mutating func takeModifier(_ words: [String], at position: Int) -> Int {
        let open = position + 1
        guard open < words.count, words[open] == "(" else {
            modifiers.insert(words[position])
            return open
        }
        // private(set) leaves a property as visible as it is.
        return (words.closing(of: open) ?? open) + 1
    }

    func marks(in names: [String]) -> Bool { names.contains { attributes[$0] != nil } }

    var isPrivate: Bool { modifiers.contains("private") || modifiers.contains("fileprivate") }

    /// Whether the declaration is the type's, not its objects'.
    var isOfType: Bool { modifiers.contains("static") || modifiers.contains("class") }

    /// What `@objc(name)` says.
    var objectiveCName: String? {
        guard let name = attributes["@objc"], !name.isEmpty else { return nil }
        return name.joined()
    }

    /// An actor other than the main one that the declaration belongs to, as far as its name tells.
    var otherActor: String? {
        attributes.keys.first { $0.hasSuffix("Actor") && $0 != "@MainActor" }
    }

    static let modifiers: Set<String> = [
        "class", "convenience", "dynamic", "fileprivate", "final", "indirect", "internal", "lazy",
        "mutating", "nonisolated", "open", "optional", "override", "package", "private", "public",
        "required", "static", "unowned", "weak",
    ]

    static let introducers: Set<String> = ["func", "let", "subscript", "var"]

    private static let others: Set<String> = [
        "actor", "associatedtype", "case", "deinit", "enum", "extension", "import", "init",
        "protocol", "struct", "typealias",
    ]

    /// Whether a declaration begins with a word.
    static func isKeyword(_ word: String) -> Bool {
        modifiers.contains(word) || introducers.contains(word) || others.contains(word)
    }
}

extension [String] {
    /// The position of the parenthesis that closes the one at a position.
    func closing(of open: Int) -> Int? {
        var depth = 0
        for position in open..<count {
            switch self[position] {
            case "(": depth += 1
            case ")": depth -= 1
            default: break
            }
            if depth == 0 { return position }
        }
        return nil
    }
}

extension String {
    /// Whether it is an identifier, in backticks or without.
    var isName: Bool { first.map { $0.isLetter || $0 == "_" || $0 == "`" } ?? false }
}

extension SwiftText {
    /// A part of the source without comments.
    func source(_ range: Range<Int>) -> String {
        tokens.filter { range.contains($0.range.lowerBound) }
            .map { $0.kind == .comment ? " " : self[$0] }
            .joined()
    }
}
