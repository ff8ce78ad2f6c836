// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What somebody looks for: each of its terms has to be in one of a notification's texts.
///
/// A term is what stands between spaces. The beginning of a word is enough; a term with several words
/// in it, such as `10:30`, is found where they follow each other.
package struct SearchQuery: Equatable, Sendable {
    /// The words of each term.
    package let terms: [SearchText]

    /// Most bytes of what is typed.
    package static let byteLimit = 256

    /// Most terms.
    package static let termLimit = 16

    /// Reads what somebody has typed.
    ///
    /// - Parameter text: Any text: no character of it is syntax.
    /// - Throws: ``Fault`` for one that says nothing, or too much.
    package init(_ text: String) throws(Fault) {
        guard text.utf8.count <= Self.byteLimit else { throw .tooLong(text.utf8.count) }
        terms = text.split(whereSeparator: \.isWhitespace).map { SearchText(String($0)) }
            .filter { !$0.isEmpty }
        guard !terms.isEmpty else { throw .noWord }
        guard terms.count <= Self.termLimit else { throw .tooManyTerms(terms.count) }
    }

    /// Why nothing can be looked for.
    package enum Fault: Error, Equatable, CustomStringConvertible {
        case noWord
        case tooLong(Int)
        case tooManyTerms(Int)

        package var description: String {
            switch self {
            case .noWord: "there is no word in it; write a letter or a digit at least"
            case .tooLong(let count):
                "it has \(count) bytes; write \(SearchQuery.byteLimit) at most"
            case .tooManyTerms(let count):
                "it has \(count) words; write \(SearchQuery.termLimit) at most"
            }
        }
    }

    /// Whether a notification has all that is looked for.
    package func matches(_ texts: SearchedTexts) -> Bool {
        // A word begins behind a space. Bytes are compared, as by a database: a character of a text may
        // begin with one that is looked for.
        let all = texts.all.map { Array((" " + $0.words).utf8) }
        return terms.allSatisfy { term in
            let wanted = Array((" " + term.words).utf8)
            return all.contains { $0.contains(wanted) }
        }
    }
}
