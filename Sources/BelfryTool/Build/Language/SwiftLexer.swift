// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Splits Swift sources into tokens, as the compiler does as far as comments and literals go.
///
/// What stands in an interpolation is code again, however deep. It never fails: what is not closed
/// ends with its line or with the source, and the compiler says so.
///
/// It is our own: swift-syntax would add minutes to the tool's build, and what is looked for needs
/// tokens alone.
struct SwiftLexer {
    /// The pieces of a source, in order, without a gap.
    static func tokens(of bytes: [UInt8]) -> [SwiftToken] {
        var lexer = SwiftLexer(bytes: bytes)
        var tokens: [SwiftToken] = []
        while let token = lexer.next() { tokens.append(token) }
        return tokens
    }

    /// A string's delimiter.
    private struct Delimiter {
        let hashCount: Int
        let isLong: Bool
    }

    /// An interpolation that is open, and how many parentheses are open in it.
    private struct Interpolation {
        let string: Delimiter
        var depth = 0
    }

    private let bytes: [UInt8]
    private var index = 0
    private var interpolations: [Interpolation] = []

    /// Whether the code so far ends with a value, so that a slash divides it.
    private var isAfterValue = false

    /// Whether a name follows that may be an operator's.
    private var isAfterOperatorIntroducer = false

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private mutating func next() -> SwiftToken? {
        guard index < bytes.count else { return nil }
        let start = index
        let kind = scan()
        let token = SwiftToken(kind: kind, range: start..<index)
        note(token)
        return token
    }

    private mutating func scan() -> SwiftToken.Kind {
        let byte = bytes[index]
        switch byte {
        case ...0x20: return takeWhile(.space) { $0 <= 0x20 }
        case Self.slash: return slash()
        case Self.quote: return string(hashCount: 0)
        case Self.hash: return hash()
        case UInt8(ascii: "@") where Self.isWord(at(1)):
            index += 1
            return takeWhile(.attribute, Self.isWord)
        case UInt8(ascii: "`"): return quotedWord()
        case UInt8(ascii: "0")...UInt8(ascii: "9"): return number()
        case _ where Self.isWord(byte): return takeWhile(.word, Self.isWord)
        case UInt8(ascii: ")") where interpolations.last?.depth == 0:
            index += 1
            return restOfString(interpolations.removeLast().string)
        default: return symbol(byte)
        }
    }

    /// Remembers what decides whether the next slash divides.
    private mutating func note(_ token: SwiftToken) {
        guard token.isCode else { return }
        let isMark = token.range.count == 1
        switch token.kind {
        case .word:
            let word = String(decoding: bytes[token.range], as: UTF8.self)
            isAfterOperatorIntroducer = word == "func" || word == "operator"
            isAfterValue = !Self.keywords.contains(word)
        case .symbol where isMark && "!?".utf8.contains(bytes[token.range.lowerBound]):
            break
        case .symbol:
            isAfterOperatorIntroducer = false
            isAfterValue = ")]}".utf8.contains(bytes[token.range.lowerBound])
        default:
            isAfterOperatorIntroducer = false
            isAfterValue = token.kind != .directive
        }
    }

    /// The keywords that an expression may follow.
    private static let keywords: Set<String> = [
        "as", "await", "case", "catch", "else", "for", "guard", "if", "in", "is", "repeat",
        "return", "switch", "throw", "try", "where", "while", "yield",
    ]

    private static let slash = UInt8(ascii: "/")
    private static let quote = UInt8(ascii: "\"")
    private static let hash = UInt8(ascii: "#")
    private static let backslash = UInt8(ascii: "\\")

    private static func isWord(_ byte: UInt8?) -> Bool {
        guard let byte else { return false }
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
            return true
        default: return false
        }
    }

    private static func isLineBreak(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

    private func at(_ offset: Int) -> UInt8? {
        index + offset < bytes.count ? bytes[index + offset] : nil
    }

    private func starts(with text: String, at offset: Int = 0) -> Bool {
        bytes[min(index + offset, bytes.count)...].starts(with: text.utf8)
    }

    private mutating func takeWhile(
        _ kind: SwiftToken.Kind,
        _ belongs: (UInt8) -> Bool
    ) -> SwiftToken.Kind {
        while index < bytes.count, belongs(bytes[index]) { index += 1 }
        return kind
    }

    private mutating func symbol(_ byte: UInt8) -> SwiftToken.Kind {
        index += 1
        if !interpolations.isEmpty {
            if byte == UInt8(ascii: "(") { interpolations[interpolations.count - 1].depth += 1 }
            if byte == UInt8(ascii: ")") { interpolations[interpolations.count - 1].depth -= 1 }
        }
        return .symbol
    }

    private mutating func quotedWord() -> SwiftToken.Kind {
        index += 1
        _ = takeWhile(.word) { $0 != UInt8(ascii: "`") && !Self.isLineBreak($0) }
        if at(0) == UInt8(ascii: "`") { index += 1 }
        return .word
    }

    private mutating func number() -> SwiftToken.Kind {
        _ = takeWhile(.number, Self.isWord)
        while at(0) == UInt8(ascii: "."), let digit = at(1), (0x30...0x39).contains(digit) {
            index += 1
            _ = takeWhile(.number, Self.isWord)
        }
        return .number
    }
}

// MARK: - Comments and regular expressions

extension SwiftLexer {
    private mutating func slash() -> SwiftToken.Kind {
        if starts(with: "//") { return takeWhile(.comment) { !Self.isLineBreak($0) } }
        if starts(with: "/*") { return comment() }
        if !isAfterValue, !isAfterOperatorIntroducer, let end = endOfRegex() {
            index = end
            return .regex
        }
        return symbol(Self.slash)
    }

    /// Comments of this kind nest.
    private mutating func comment() -> SwiftToken.Kind {
        var depth = 0
        repeat {
            if starts(with: "/*") {
                (index, depth) = (index + 2, depth + 1)
            } else if starts(with: "*/") {
                (index, depth) = (index + 2, depth - 1)
            } else {
                index += 1
            }
        } while depth > 0 && index < bytes.count
        return .comment
    }

    /// Where a regular expression that begins here ends, by the rules of SE-0354: on this line, not
    /// with a space first, and no parenthesis closed that it did not open.
    private func endOfRegex() -> Int? {
        guard let first = at(1), first != 0x20, first != 0x09 else { return nil }
        var depth = 0
        var position = index + 1
        while position < bytes.count, !Self.isLineBreak(bytes[position]) {
            switch bytes[position] {
            case Self.slash: return position + 1
            case Self.backslash: position += 1
            case UInt8(ascii: "("): depth += 1
            case UInt8(ascii: ")"):
                depth -= 1
                if depth < 0 { return nil }
            default: break
            }
            position += 1
        }
        return nil
    }

    private mutating func hash() -> SwiftToken.Kind {
        if index == 0, at(1) == UInt8(ascii: "!") {
            return takeWhile(.comment) { !Self.isLineBreak($0) }
        }
        var hashCount = 0
        while at(hashCount) == Self.hash { hashCount += 1 }
        switch at(hashCount) {
        case Self.quote: return string(hashCount: hashCount)
        case Self.slash:
            index += hashCount + 1
            return closeRegex(hashCount: hashCount)
        case let byte where hashCount == 1 && Self.isWord(byte):
            index += 1
            return takeWhile(.directive, Self.isWord)
        default:
            index += 1
            return .symbol
        }
    }

    /// Goes behind the end of a regular expression between `#/` and `/#`, which may have many lines.
    private mutating func closeRegex(hashCount: Int) -> SwiftToken.Kind {
        let end = "/" + String(repeating: "#", count: hashCount)
        while index < bytes.count, !starts(with: end) {
            index += bytes[index] == Self.backslash ? 2 : 1
        }
        index = min(index + end.utf8.count, bytes.count)
        return .regex
    }
}

// MARK: - Strings

extension SwiftLexer {
    private mutating func string(hashCount: Int) -> SwiftToken.Kind {
        index += hashCount
        let isLong = starts(with: "\"\"\"")
        index += isLong ? 3 : 1
        return restOfString(Delimiter(hashCount: hashCount, isLong: isLong))
    }

    /// Goes to the string's end, or into its next interpolation.
    private mutating func restOfString(_ string: Delimiter) -> SwiftToken.Kind {
        let hashes = String(repeating: "#", count: string.hashCount)
        let end = (string.isLong ? "\"\"\"" : "\"") + hashes
        let escape = "\\" + hashes
        while index < bytes.count {
            if starts(with: end) {
                index += end.utf8.count
                return .string
            }
            if starts(with: escape) {
                index += escape.utf8.count
                if at(0) == UInt8(ascii: "(") {
                    index += 1
                    interpolations.append(Interpolation(string: string))
                    return .string
                }
                // The escaped character, but not a line's end, which may close the string.
                if let next = at(0), string.isLong || !Self.isLineBreak(next) { index += 1 }
            } else if !string.isLong, Self.isLineBreak(bytes[index]) {
                return .string
            } else {
                index += 1
            }
        }
        index = min(index, bytes.count)
        return .string
    }
}
