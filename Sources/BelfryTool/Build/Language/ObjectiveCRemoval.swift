// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Takes out of a Swift source what needs Objective-C, in place.
///
/// Attributes become spaces, `#selector(…)` becomes a `SEL("…")` and `#keyPath(…)` a text that are no
/// longer, so that line and column of everything else stay as they are, in messages and in debug information.
struct ObjectiveCRemoval {
    /// The source as it is to be compiled; nil when it can be compiled as it is.
    static func rewrite(_ text: SwiftText) -> [UInt8]? {
        var removal = ObjectiveCRemoval(text)
        removal.rewrite()
        return removal.isChanged ? removal.result() : nil
    }

    /// The attributes that say something to Objective-C or to Interface Builder alone.
    private static let attributes: Set<String> = [
        "@objc", "@objcMembers", "@nonobjc", "@IBOutlet", "@IBAction", "@IBSegueAction",
        "@IBInspectable", "@IBDesignable", "@GKInspectable",
    ]

    private let text: SwiftText
    private let code: [SwiftToken]
    private var pieces: [(range: Range<Int>, replacement: [UInt8])] = []

    private init(_ text: SwiftText) {
        self.text = text
        code = text.code
    }

    private var isChanged: Bool { !pieces.isEmpty }

    private mutating func rewrite() {
        var position = 0
        while position < code.count {
            let token = code[position]
            switch token.kind {
            case .attribute where Self.attributes.contains(text[token]):
                position = blankAttribute(at: position)
            case .directive where text[token] == "#selector":
                position = replaceSelector(at: position)
            case .directive where text[token] == "#keyPath":
                position = replaceKeyPath(at: position)
            default: position += 1
            }
        }
    }

    /// Blanks an attribute and, for `@objc(name:)`, the name in parentheses.
    private mutating func blankAttribute(at position: Int) -> Int {
        let token = code[position]
        let next = position + 1
        guard text[token] == "@objc", next < code.count, text[code[next]] == "(",
            code[next].range.lowerBound == token.range.upperBound, let end = closing(of: next)
        else {
            blank(token.range)
            return next
        }
        blank(token.range.lowerBound..<code[end].range.upperBound)
        return end + 1
    }

    private mutating func replaceSelector(at position: Int) -> Int {
        let next = position + 1
        guard next < code.count, text[code[next]] == "(", let end = closing(of: next),
            let name = SelectorName(expression: code[(next + 1)..<end].map { text[$0] })
        else { return next }
        let range = code[position].range.lowerBound..<code[end].range.upperBound
        replace(range, with: Array("SEL(\"\(name.text)\")".utf8))
        return end + 1
    }

    private mutating func replaceKeyPath(at position: Int) -> Int {
        let next = position + 1
        guard next < code.count, text[code[next]] == "(", let end = closing(of: next),
            let name = KeyPathName(expression: code[(next + 1)..<end].map { text[$0] })
        else { return next }
        let range = code[position].range.lowerBound..<code[end].range.upperBound
        replace(range, with: Array("\"\(name.text)\"".utf8))
        return end + 1
    }

    /// The position of the parenthesis that closes the one at a position.
    private func closing(of open: Int) -> Int? {
        var depth = 0
        for position in open..<code.count where code[position].kind == .symbol {
            switch text[code[position]] {
            case "(": depth += 1
            case ")": depth -= 1
            default: break
            }
            if depth == 0 { return position }
        }
        return nil
    }

    private mutating func blank(_ range: Range<Int>) { replace(range, with: []) }

    /// Puts other text in a place, filled up with spaces; the place's line breaks stay.
    private mutating func replace(_ range: Range<Int>, with replacement: [UInt8]) {
        let old = text.bytes[range]
        let swallowed = old.prefix(replacement.count).filter(\.isLineBreak)
        var gap = old.dropFirst(replacement.count).map { $0.isLineBreak ? $0 : UInt8(ascii: " ") }
        for _ in swallowed {
            if let space = gap.firstIndex(of: UInt8(ascii: " ")) { gap.remove(at: space) }
        }
        pieces.append((range, replacement + swallowed + gap))
    }

    private func result() -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(text.bytes.count)
        var end = 0
        for piece in pieces {
            result += text.bytes[end..<piece.range.lowerBound]
            result += piece.replacement
            end = piece.range.upperBound
        }
        return result + text.bytes[end...]
    }
}

extension UInt8 {
    fileprivate var isLineBreak: Bool { self == 0x0A || self == 0x0D }
}
