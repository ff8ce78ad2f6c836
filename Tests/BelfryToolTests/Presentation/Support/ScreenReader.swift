// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What a terminal shows after what was written to it, as far as Belfry's screens need one.
struct ScreenReader {
    private var rows: [[Character]]
    private var row = 0
    private var column = 0
    private var pending: [Character] = []

    /// The private modes that are set, such as `?1049` for the other buffer.
    private(set) var modes: Set<String> = []

    init(rows: Int, columns: Int) {
        self.rows = Array(repeating: Array(repeating: " ", count: columns), count: rows)
    }

    /// The text on the screen, without the spaces at the ends of lines.
    var text: String {
        rows.map { String(String($0).reversed().drop(while: { $0 == " " }).reversed()) }
            .joined(separator: "\n")
    }

    /// Takes what was written.
    mutating func feed(_ text: String) {
        for character in text {
            if pending.isEmpty, character != "\u{1B}" {
                put(character)
                continue
            }
            pending.append(character)
            let isFinal = character.isLetter && character.isASCII
            if pending.count > 2, isFinal { finish() }
        }
    }

    private mutating func put(_ character: Character) {
        switch character {
        case "\r": return column = 0
        case "\n", "\r\n": return beginLine()
        default: break
        }
        guard rows.indices.contains(row), rows[row].indices.contains(column) else { return }
        rows[row][column] = character
        // From the last column it goes on only with the next character (xterm, "pending wrap").
        column = min(column + 1, rows[row].count - 1)
    }

    /// Goes to the next line, as a terminal does that is given both characters of its end.
    private mutating func beginLine() {
        (row, column) = (row + 1, 0)
        guard row == rows.count else { return }
        rows.append(Array(repeating: " ", count: rows[0].count))
        rows.removeFirst()
        row -= 1
    }

    private mutating func finish() {
        let parameters = String(pending.dropFirst(2).dropLast())
        switch pending.last {
        case "H":
            let numbers = parameters.split(separator: ";").map { (Int($0) ?? 1) - 1 }
            (row, column) = (numbers.first ?? 0, numbers.last ?? 0)
        case "G": column = (Int(parameters) ?? 1) - 1
        case "J": for index in rows.indices { clear(index, from: 0) }
        case "K": clear(row, from: column)
        case "h": modes.insert(parameters)
        case "l": modes.remove(parameters)
        default: break
        }
        pending = []
    }

    private mutating func clear(_ row: Int, from column: Int) {
        guard rows.indices.contains(row) else { return }
        for index in rows[row].indices.dropFirst(column) { rows[row][index] = " " }
    }
}
