// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The build settings of a target: levels, the later of which go before the earlier.
///
/// Values name each other, and a few lines can come to more text than a machine holds. What an expansion
/// may do is therefore bounded (``ExpansionWork``): a setting that is beyond it has no value, and
/// ``check(_:)`` says so.
struct BuildSettings: Equatable {
    private var levels: [[String: String]] = []

    /// What all settings of a project have done so far.
    private let work: ExpansionWork

    /// Makes settings with nothing in them.
    ///
    /// - Parameter work: What is counted together with other settings of the same project.
    init(_ work: ExpansionWork = ExpansionWork()) { self.work = work }

    static func == (one: Self, other: Self) -> Bool { one.levels == other.levels }

    /// Adds settings that go before all of those so far.
    ///
    /// What applies to some platforms alone (`NAME[sdk=…]`) is not for this one.
    mutating func add(_ settings: [String: String]) {
        levels.append(settings.filter { !$0.key.contains("[") })
    }

    /// A setting with all variables replaced, those without a value by nothing, as Xcode does; nil
    /// where no level has it, where it comes to nothing, and where it is beyond what it may do.
    subscript(name: String) -> String? {
        guard !work.isSpent else { return nil }
        var expansion = Expansion(levels)
        let value = expansion.value(of: name)
        guard work.note(expansion, of: name), let value, !value.isEmpty else { return nil }
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
    ///
    /// - Throws: ``ToolFailure`` for a text that is beyond what an expansion may do.
    func expand(_ text: String) throws(ToolFailure) -> String {
        var expansion = Expansion(levels)
        let value = expansion.expand(text)
        guard work.note(expansion, of: text) else { throw ExpansionWork.failure("a text", text) }
        return value
    }

    /// Refuses settings that are beyond what an expansion may do, before they are used in earnest.
    ///
    /// - Parameter subject: Whose settings they are, for the error.
    /// - Throws: ``ToolFailure`` that names the setting.
    func check(_ subject: String) throws(ToolFailure) {
        for name in names(beginning: "") where work.culprit == nil { _ = self[name] }
        try checkSoFar(subject)
    }

    /// Refuses a project one of whose settings has been seen to be beyond what an expansion may do.
    ///
    /// - Parameter subject: Whose settings they are, for the error.
    /// - Throws: ``ToolFailure`` that names the setting.
    func checkSoFar(_ subject: String) throws(ToolFailure) {
        guard let name = work.culprit else { return }
        throw ExpansionWork.failure("\(subject): the build setting", name)
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
        var word = ""
        var isWord = false
        var quote: Character?
        var isEscaped = false
        for character in text {
            if isEscaped {
                word.append(character)
                (isWord, isEscaped) = (true, false)
            } else if character == "\\" {
                isEscaped = true
            } else if character == quote {
                quote = nil
            } else if quote == nil, character == "\"" || character == "'" {
                (quote, isWord) = (character, true)
            } else if quote == nil, character.isWhitespace {
                if isWord { words.append(word) }
                (word, isWord) = ("", false)
            } else {
                word.append(character)
                isWord = true
            }
        }
        return words + (isWord ? [word] : [])
    }
}
