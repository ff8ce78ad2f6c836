// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// A script's line, taken apart: words, texts in quotes and accessibility labels.
struct ScriptLine {
    enum Token: Equatable {
        case word(String)
        case text(String)
        case label(String)
    }

    /// A token and its place.
    struct Piece {
        let token: Token
        /// In characters, from 1.
        let column: Int
    }

    /// What is wrong with a line.
    struct Fault: Error {
        let column: Int
        let message: String
        let hint: String
    }

    private(set) var pieces: [Piece] = []
    /// The line up to its comment.
    private(set) var text = ""
    /// The column past the end.
    private(set) var end = 1

    private let characters: [Character]
    private var index = 0

    /// Takes a line apart.
    ///
    /// - Parameter line: The line without its end.
    /// - Throws: ``Fault`` for quotes that do not close and unknown escapes.
    init(_ line: Substring) throws(Fault) {
        characters = Array(line)
        try scan()
        let used = characters[..<index].reversed().drop(while: \.isWhitespace)
        text = String(used.reversed().drop(while: \.isWhitespace))
        end = used.count + 1
    }

    private mutating func scan() throws(Fault) {
        while index < characters.count {
            let character = characters[index]
            if character.isWhitespace {
                index += 1
            } else if character == "#", isComment {
                return
            } else {
                let column = index + 1
                pieces.append(Piece(token: try token(), column: column))
            }
        }
    }

    /// Whether the `#` here begins a comment: as the first of its line, or before a space or the end.
    private var isComment: Bool {
        let next = index + 1
        return pieces.isEmpty || next == characters.count || characters[next].isWhitespace
    }

    private mutating func token() throws(Fault) -> Token {
        switch characters[index] {
        case "\"": return .text(try quoted())
        case "#":
            index += 1
            return .label(characters[index] == "\"" ? try quoted() : word())
        default: return .word(word())
        }
    }

    private mutating func word() -> String {
        let start = index
        while index < characters.count, !characters[index].isWhitespace { index += 1 }
        return String(characters[start..<index])
    }

    private mutating func quoted() throws(Fault) -> String {
        let start = index + 1
        index += 1
        var text = ""
        while index < characters.count {
            let character = characters[index]
            index += 1
            switch character {
            case "\"": return text
            case "\\": text.append(try escaped())
            default: text.append(character)
            }
        }
        throw Fault(
            column: start,
            message: "a text without its closing quote",
            hint: "texts are written \"like this\", a quote in them as \\\""
        )
    }

    private mutating func escaped() throws(Fault) -> Character {
        let character = index < characters.count ? characters[index] : " "
        index += 1
        switch character {
        case "\"", "\\": return character
        case "n": return "\n"
        case "t": return "\t"
        default:
            throw Fault(
                column: index - 1,
                message: "an unknown escape",
                hint: "there are \\\", \\\\, \\n and \\t"
            )
        }
    }
}
