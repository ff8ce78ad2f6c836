// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

/// Reads the instruction of one line.
struct ScriptParser {
    private let line: ScriptLine
    private var index = 0
    /// Where the token is that was read last.
    private var column = 1

    init(_ line: ScriptLine) {
        self.line = line
    }

    /// Reads an instruction; what comes after it is left.
    mutating func instruction() throws(ScriptLine.Fault) -> ContentScript.Instruction {
        let names = Self.instructions
        switch try word("an instruction", hint: "there are \(names.joined(separator: ", "))") {
        case "tap": return .tap(try target())
        case "slide": return .slide(try target(), value: try number(), isDrag: false)
        case "drag": return .slide(try target(), value: try number(), isDrag: true)
        case "toggle": return .toggle(try target(), isOn: try onOrOff())
        case "type": return .type(try target(), try text())
        case "return": return .pressReturn(try target())
        case "scroll": return .scroll(try target(), x: try number(), y: try number())
        case "action":
            let name = try word("an action's identifier", hint: "as in `action accept`")
            return .action(name, text: optionalText())
        case "open": return .open
        case "dismiss": return .dismiss
        case "media": return .media
        case "receive": return .receive(try path())
        case "wait": return try wait()
        case "expect": return .expect(try expectation())
        case "tree": return .tree
        case "png": return .png(try path())
        case let other: throw unknown(other, among: names)
        }
    }

    /// Makes sure that nothing is left.
    func expectEnd() throws(ScriptLine.Fault) {
        guard index < line.pieces.count else { return }
        throw ScriptLine.Fault(
            column: line.pieces[index].column,
            message: "more than the instruction takes",
            hint: "one instruction a line; a text with spaces is written in quotes"
        )
    }

    private static let instructions = [
        "tap", "slide", "drag", "toggle", "type", "return", "scroll", "action", "open", "dismiss",
        "media", "receive", "wait", "expect", "tree", "png",
    ]

    private mutating func wait() throws(ScriptLine.Fault) -> ContentScript.Instruction {
        let names = ["answered", "closed", "settled", "label"]
        let hint = "there are \(names.joined(separator: ", ")), and a time such as 500ms"
        let name = try word("what to wait for", hint: hint)
        if let seconds = Self.seconds(name) {
            return .wait(.time, seconds: try bounded(seconds))
        }
        let wait: ContentScript.Wait
        switch name {
        case "answered": wait = .answered
        case "closed": wait = .closed
        case "settled": wait = .settled
        case "label": wait = .label(try text())
        case let other: throw unknownWait(other, among: names, hint: hint)
        }
        let isTimed = index < line.pieces.count
        let seconds = isTimed ? try limit(of: name) : ContentScript.waitSeconds
        return .wait(wait, seconds: try bounded(seconds))
    }

    /// How long a wait for something may last: a number of seconds, or a time with its unit.
    private mutating func limit(of wait: String) throws(ScriptLine.Fault) -> Double {
        let hint = "`wait \(wait)` takes a number of seconds, or a time such as 500ms"
        let word = try word("a time", hint: hint)
        guard let seconds = Self.seconds(word) ?? Double(word), seconds.isFinite else {
            throw fault("\(word.quoted) is no time", hint: hint)
        }
        return seconds
    }

    private func unknownWait(
        _ name: String,
        among names: [String],
        hint: String
    ) -> ScriptLine.Fault {
        if Double(name) != nil {
            return fault(
                "\(name.quoted) has no unit",
                hint: "write \(name)ms for milliseconds or \(name)s for seconds"
            )
        }
        let near = Spelling.nearest(to: name, among: names)
        let isTime = name.first?.isNumber == true
        let suggestion = isTime ? "a time is written as in 500ms or 2s" : near.map { "\($0)?" }
        return fault("unknown: \(name.quoted)", hint: suggestion ?? hint)
    }

    /// A time with its unit, such as `500ms` or `2s`, in seconds; nil for another word.
    private static func seconds(_ word: String) -> Double? {
        for (unit, seconds) in [("ms", 0.001), ("s", 1)] where word.hasSuffix(unit) {
            return Double(word.dropLast(unit.count)).map { $0 * seconds }
        }
        return nil
    }

    private func bounded(_ seconds: Double) throws(ScriptLine.Fault) -> Double {
        guard seconds > 0, seconds <= 3600 else {
            throw fault("a wait of \(seconds) s", hint: "seconds are above 0, up to 3600")
        }
        return seconds
    }

    private mutating func expectation() throws(ScriptLine.Fault) -> ContentScript.Expectation {
        let names = [
            "label", "no", "actions", "app", "angle", "alpha", "value", "switch", "phase", "media",
            "refused",
        ]
        switch try word("what to expect", hint: "there are \(names.joined(separator: ", "))") {
        case "label": return .label(try text(), isShown: true)
        case "no":
            _ = try choice(["label"])
            return .label(try text(), isShown: false)
        case "actions": return .actions(try list(none: "none"))
        case "app": return .app(try list(none: "nothing"), text: optionalText())
        case "angle": return .angle(try target(), try number())
        case "alpha": return .alpha(try target(), try number())
        case "value": return .value(try target(), try number())
        case "switch": return .isOn(try target(), try onOrOff())
        case "phase":
            return .phase(try choice(["loading", "open", "answering", "fallback", "closed"]))
        case "media": return .playing(try choice(["playing", "paused"]) == "playing")
        case "refused": return .refused(try instruction())
        case let other: throw unknown(other, among: names)
        }
    }

    private mutating func next() -> ScriptLine.Token? {
        guard index < line.pieces.count else {
            column = line.end
            return nil
        }
        defer { index += 1 }
        column = line.pieces[index].column
        return line.pieces[index].token
    }

    /// The text in quotes that comes next, if one does.
    private mutating func optionalText() -> String? {
        guard index < line.pieces.count, case .text(let text) = line.pieces[index].token else {
            return nil
        }
        index += 1
        return text
    }

    /// What is wrong with the token that was read last.
    private func fault(_ message: String, hint: String) -> ScriptLine.Fault {
        ScriptLine.Fault(column: column, message: message, hint: hint)
    }

    private func unknown(_ name: String, among names: [String]) -> ScriptLine.Fault {
        let near = Spelling.nearest(to: name, among: names)
        let hint = near.map { "\($0)?" } ?? "there are \(names.joined(separator: ", "))"
        return fault("unknown: \(name.quoted)", hint: hint)
    }

    private mutating func word(_ what: String, hint: String) throws(ScriptLine.Fault) -> String {
        guard case .word(let word) = next() else { throw fault("\(what) is missing", hint: hint) }
        return word
    }

    private mutating func choice(_ words: [String]) throws(ScriptLine.Fault) -> String {
        let list = words.joined(separator: ", ")
        let word = try word("one of \(list)", hint: "write it without quotes")
        guard words.contains(word) else { throw unknown(word, among: words) }
        return word
    }

    private mutating func onOrOff() throws(ScriptLine.Fault) -> Bool {
        try choice(["on", "off"]) == "on"
    }

    private mutating func text() throws(ScriptLine.Fault) -> String {
        guard case .text(let text) = next() else {
            throw fault("a text is missing", hint: "texts are written \"like this\"")
        }
        return text
    }

    private mutating func path() throws(ScriptLine.Fault) -> String {
        switch next() {
        case .word(let path), .text(let path): return path
        default: throw fault("a file is missing", hint: "name one, in quotes if it has spaces")
        }
    }

    private mutating func number() throws(ScriptLine.Fault) -> Double {
        let word = try word("a number", hint: "as in 0.5 or -20")
        guard let number = Double(word), number.isFinite else {
            throw fault("\(word.quoted) is no number", hint: "as in 0.5 or -20")
        }
        return number
    }

    /// Names with commas between them, or the word for none.
    private mutating func list(none: String) throws(ScriptLine.Fault) -> [String] {
        let word = try word("identifiers", hint: "as in `one,two`, or \(none)")
        guard word != none else { return [] }
        return word.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }

    private mutating func target() throws(ScriptLine.Fault) -> ContentScript.Target {
        let hint = "\"its text\", #its-accessibility-label, #\"a label with spaces\" or `view 7`"
        switch next() {
        case .text(let text): return .text(text)
        case .label(let label): return .label(label)
        case .word("view"):
            let word = try word("a view's number", hint: hint)
            guard let number = UInt32(word) else {
                throw fault("\(word.quoted) is no view's number", hint: hint)
            }
            return .view(number)
        default: throw fault("a view is missing", hint: hint)
        }
    }
}
