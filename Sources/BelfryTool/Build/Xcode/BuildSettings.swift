// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

/// The build settings of a target: levels, the later of which go before the earlier.
struct BuildSettings: Equatable {
    private var levels: [[String: String]] = []

    /// Adds settings that go before all of those so far.
    ///
    /// What applies to some platforms alone (`NAME[sdk=…]`) is not for this one.
    mutating func add(_ settings: [String: String]) {
        levels.append(settings.filter { !$0.key.contains("[") })
    }

    /// A setting with all variables replaced, those without a value by nothing, as Xcode does; nil
    /// where no level has it, or where it comes to nothing.
    subscript(name: String) -> String? {
        guard let value = value(of: name, below: levels.count, depth: 0), !value.isEmpty else {
            return nil
        }
        return value
    }

    /// The words of a setting that is a list; quotes keep a word together.
    func words(_ name: String) -> [String] { Self.words(of: self[name] ?? "") }

    /// Whether a setting is switched on.
    func isOn(_ name: String) -> Bool { self[name]?.uppercased() == "YES" }

    /// The names of all settings that begin with a text.
    func names(beginning prefix: String) -> [String] {
        Set(levels.flatMap(\.keys)).filter { $0.hasPrefix(prefix) }.sorted()
    }

    /// Replaces the variables in a text.
    func expand(_ text: String) -> String {
        expand(text, name: nil, below: levels.count, depth: 0)
    }

    /// A list as one text.
    static func joined(_ words: [String]) -> String {
        words.map { word in
            guard word.contains(where: \.isWhitespace), !word.contains("\"") else { return word }
            return "\"\(word)\""
        }
        .joined(separator: " ")
    }

    private static func words(of text: String) -> [String] {
        var words: [String] = []
        var word: String?
        var quote: Character?
        var isEscaped = false
        for character in text {
            if isEscaped {
                (word, isEscaped) = ((word ?? "") + String(character), false)
            } else if character == "\\" {
                isEscaped = true
            } else if character == quote {
                quote = nil
            } else if quote == nil, character == "\"" || character == "'" {
                (quote, word) = (character, word ?? "")
            } else if quote == nil, character.isWhitespace {
                if let done = word { words.append(done) }
                word = nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        return words + (word.map { [$0] } ?? [])
    }

    /// Settings may go round in a circle; Xcode's own nest a few levels.
    private static let maximumDepth = 32

    private func value(of name: String, below end: Int, depth: Int) -> String? {
        guard depth < Self.maximumDepth,
            let level = levels[..<end].lastIndex(where: { $0[name] != nil }),
            let text = levels[level][name]
        else { return nil }
        return expand(text, name: name, below: level, depth: depth + 1)
    }

    /// Replaces references; `inherited` and the setting's own name mean its value further down.
    private func expand(_ text: String, name: String?, below level: Int, depth: Int) -> String {
        var result = ""
        var rest = text[...]
        while let character = rest.first {
            guard character == "$", let reference = Self.reference(in: rest) else {
                result.append(character)
                rest = rest.dropFirst()
                continue
            }
            // The name of a variable may itself hold variables.
            let inner = expand(String(reference.inner), name: name, below: level, depth: depth + 1)
            result += value(ofReference: inner, name: name, below: level, depth: depth)
            rest = reference.rest
        }
        return result
    }

    private func value(
        ofReference reference: String,
        name: String?,
        below level: Int,
        depth: Int
    ) -> String {
        let parts = reference.split(separator: ":", omittingEmptySubsequences: false).map(
            String.init
        )
        let isInherited = parts[0] == "inherited" || parts[0] == name
        let found =
            isInherited
            ? value(of: name ?? "", below: level, depth: depth)
            : value(of: parts[0], below: levels.count, depth: depth)
        var value = found ?? ""
        for modifier in parts.dropFirst() {
            if modifier.hasPrefix("default=") {
                if value.isEmpty { value = String(modifier.dropFirst(8)) }
            } else {
                value = BuildContext.modified(value, by: modifier) ?? value
            }
        }
        return value
    }

    /// What stands between the parentheses or braces of a reference, and what follows it.
    private static func reference(
        in text: Substring
    ) -> (inner: Substring, rest: Substring)? {
        let afterDollar = text.dropFirst()
        guard let open = afterDollar.first, let close = ["(": ")", "{": "}"][open] as Character?
        else { return nil }
        var depth = 0
        for index in afterDollar.indices {
            if afterDollar[index] == open { depth += 1 }
            if afterDollar[index] == close { depth -= 1 }
            if depth == 0 {
                let inner = afterDollar[afterDollar.index(after: afterDollar.startIndex)..<index]
                return (inner, afterDollar[afterDollar.index(after: index)...])
            }
        }
        return nil
    }
}
