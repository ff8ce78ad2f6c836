// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

/// A text that is to be found in a recording, in one of the forms in which it can stand there.
struct SecretText: Hashable {
    private let text: String

    /// Shorter texts stand in too many places by chance.
    private static let shortest = 4

    /// The forms of a text, the longest first: as it is, and as a log and a call's arguments have it,
    /// which show line breaks; and the lines of it, which are printed each on its own.
    static func forms(of text: String) -> [SecretText] {
        let lines = text.split(whereSeparator: \.isNewline).map(String.init)
        let forms = Set(([text] + lines).flatMap { [$0, $0.neutralised()] })
        return forms.filter { $0.utf8.count >= shortest }
            .sorted { ($0.utf8.count, $0) > ($1.utf8.count, $1) }
            .map { SecretText(text: $0) }
    }

    /// Another text with the mark in every place of this one.
    func redacted(in other: String) -> String {
        other.contains(text) ? other.replacing(text, with: Redaction.mark) : other
    }

    /// Does the same with a text that may have been cut at a length, and this one with it.
    ///
    /// - Parameters:
    ///   - other: The text; a path in it can have been made shorter since.
    ///   - limit: Where it was cut, in bytes.
    /// - Returns: It with the mark in every place of this one, and of as much of it as is at the end.
    func redacted(inCut other: String, limit: Int) -> String {
        guard other.utf8.count > limit / 2 else { return redacted(in: other) }
        let longest = min(text.utf8.count, other.utf8.count)
        let count = stride(from: longest, through: Self.shortest, by: -1).first { count in
            other.utf8.suffix(count).elementsEqual(text.utf8.prefix(count))
        }
        guard let count else { return redacted(in: other) }
        let start = other.utf8.index(other.utf8.endIndex, offsetBy: -count)
        return redacted(in: String(other[..<start])) + Redaction.mark
    }
}
