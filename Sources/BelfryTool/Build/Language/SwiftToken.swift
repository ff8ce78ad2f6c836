// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// A piece of a Swift source; the pieces of a source, in order, are all of it.
struct SwiftToken: Equatable {
    enum Kind {
        /// An identifier or a keyword, with its backticks where it has them.
        case word
        /// An attribute with its `@`, such as `@objc`.
        case attribute
        /// A word with its `#`, such as `#selector` and `#if`.
        case directive
        case number
        /// A string, or a part of one that stands before, between or after interpolations.
        case string
        /// A regular expression's literal.
        case regex
        /// One character of an operator or of punctuation.
        case symbol
        case comment
        /// Spaces and line breaks.
        case space
    }

    let kind: Kind

    /// Where it is, in bytes.
    let range: Range<Int>

    /// Whether the compiler sees it as more than a gap.
    var isCode: Bool { kind != .comment && kind != .space }
}

/// A Swift source and its tokens.
struct SwiftText {
    let bytes: [UInt8]
    let tokens: [SwiftToken]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        tokens = SwiftLexer.tokens(of: bytes)
    }

    init(_ text: String) { self.init(Array(text.utf8)) }

    /// What a token says.
    subscript(token: SwiftToken) -> String {
        String(decoding: bytes[token.range], as: UTF8.self)
    }

    /// The tokens without comments and spaces.
    var code: [SwiftToken] { tokens.filter(\.isCode) }
}
