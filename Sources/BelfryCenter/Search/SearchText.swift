// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import Foundation

/// A text as it is searched: its words alone, without case and accents, between single spaces.
///
/// What is looked for goes the same way, so that both stores find the same, and so that no character
/// which somebody types means anything to a database.
package struct SearchText: Equatable, Sendable {
    /// The words, between single spaces.
    package let words: String

    /// Whether there is no word.
    package var isEmpty: Bool { words.isEmpty }

    /// Most bytes of a text that are searched; what follows them is not found.
    package static let byteLimit = 16 * 1024

    /// Takes the words of a text.
    ///
    /// A word is a run of letters, digits and what belongs to them. Scripts that write no spaces
    /// between words have each character as a word of its own, and so has each emoji.
    package init(_ text: String) {
        let isLong = text.utf8.count > Self.byteLimit
        let text = isLong ? String(decoding: text.utf8.prefix(Self.byteLimit), as: UTF8.self) : text
        words = Self.plain(text) ?? Self.folded(text)
    }

    // MARK: Folding

    /// The words of a text of ASCII; nil for any other.
    private static func plain(_ text: String) -> String? {
        var words: [UInt8] = []
        words.reserveCapacity(text.utf8.count)
        var isApart = false
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "A")...UInt8(ascii: "Z"):
                if isApart, !words.isEmpty { words.append(UInt8(ascii: " ")) }
                isApart = false
                // The letters of both cases differ in this bit, which every digit has.
                words.append(byte | 0x20)
            case 0x80...: return nil
            default: isApart = true
            }
        }
        return String(decoding: words, as: UTF8.self)
    }

    private static func folded(_ text: String) -> String {
        var words = ""
        var isApart = false
        for scalar in text.decomposedStringWithCompatibilityMapping.unicodeScalars {
            let kind = kind(of: scalar)
            switch kind {
            case .silent: continue
            case .separator: isApart = true
            case .word, .letter:
                if isApart || kind == .word, !words.isEmpty { words.unicodeScalars.append(" ") }
                words.unicodeScalars.append(contentsOf: fold(scalar))
                isApart = kind == .word
            }
        }
        return words
    }

    private enum Kind {
        /// A part of a word.
        case letter
        /// A word of its own.
        case word
        /// What is between words.
        case separator
        /// What is not seen, such as a soft hyphen: the word goes on behind it.
        case silent
    }

    private static func kind(of scalar: Unicode.Scalar) -> Kind {
        if accents.contains(scalar) || variations.contains(scalar) { return .silent }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber,
            .otherNumber:
            return unspaced.contains { $0.contains(scalar) } ? .word : .letter
        case .otherSymbol: return .word
        case .format: return .silent
        default: return .separator
        }
    }

    /// One case of a letter: by way of the upper case, which makes one of those that look alike, as of
    /// `ß` and `ss`.
    private static func fold(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        scalar.properties.uppercaseMapping.unicodeScalars
            .flatMap { $0.properties.lowercaseMapping.unicodeScalars }
            .filter { !accents.contains($0) }
    }

    /// The accents of Latin, Greek and Cyrillic letters.
    private static let accents: ClosedRange<Unicode.Scalar> = "\u{300}"..."\u{36F}"

    /// What chooses between two pictures of a character.
    private static let variations: ClosedRange<Unicode.Scalar> = "\u{FE00}"..."\u{FE0F}"

    /// Scripts without spaces: Thai, Lao, Burmese, Khmer, kana, Chinese characters.
    private static let unspaced: [ClosedRange<Unicode.Scalar>] = [
        "\u{E00}"..."\u{EFF}", "\u{1000}"..."\u{109F}", "\u{1780}"..."\u{17FF}",
        "\u{3040}"..."\u{30FF}", "\u{31F0}"..."\u{31FF}", "\u{3400}"..."\u{9FFF}",
        "\u{F900}"..."\u{FAFF}", "\u{20000}"..."\u{3FFFF}",
    ]
}

/// What a notification is found by.
package struct SearchedTexts: Equatable, Sendable {
    package let title: SearchText
    package let subtitle: SearchText
    package let body: SearchText

    /// The app's identifier, whose parts are words.
    package let app: SearchText

    /// - Parameter entry: The notification, as it is shown.
    package init(_ entry: LedgerEntry) {
        let content = entry.shown
        title = SearchText(content.title)
        subtitle = SearchText(content.subtitle)
        body = SearchText(content.body)
        app = SearchText(entry.app)
    }

    var all: [SearchText] { [title, subtitle, body, app] }
}
