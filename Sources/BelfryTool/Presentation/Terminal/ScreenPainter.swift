// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryTerminal

/// How many colours a terminal has.
enum ColorDepth: Equatable, Sendable {
    case none
    case palette
    case full

    /// Reads a terminal's environment (https://no-color.org, `COLORTERM` and `TERM`).
    init(environment: [String: String]) {
        let term = environment["TERM"] ?? ""
        if !(environment["NO_COLOR"] ?? "").isEmpty || term == "dumb" || term.isEmpty {
            self = .none
        } else if ["truecolor", "24bit"].contains(environment["COLORTERM"]) {
            self = .full
        } else {
            self = term.contains("256color") ? .palette : .none
        }
    }
}

/// Turns cells into what a terminal understands (ECMA-48, xterm).
struct ScreenPainter {
    let depth: ColorDepth

    private var last: CellGrid?

    init(depth: ColorDepth) {
        self.depth = depth
    }

    /// Takes over the screen: the other buffer, no cursor, no new line at the end of one, mouse and
    /// paste told apart.
    static let begin =
        "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[?1002h\u{1B}[?1006h\u{1B}[?2004h\u{1B}[2J"

    /// Gives the screen back as it was.
    static let end =
        "\u{1B}[?2004l\u{1B}[?1006l\u{1B}[?1002l\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

    /// Draws the rows that are not as they were.
    ///
    /// Each is cleared before it is written: after its last column a terminal's cursor still stands on
    /// it, and what clears to the end of the line would take the last character away.
    ///
    /// - Parameter grid: The whole screen.
    /// - Returns: What to write to the terminal.
    mutating func paint(_ grid: CellGrid) -> String {
        let isSameSize = last?.width == grid.width && last?.height == grid.height
        var output = isSameSize ? "" : "\u{1B}[0m\u{1B}[2J"
        for (index, row) in grid.rows.enumerated() where !isSameSize || last?.rows[index] != row {
            output += "\u{1B}[\(index + 1);1H\u{1B}[K" + line(row) + "\u{1B}[0m"
        }
        last = grid
        return output
    }

    /// A row with its styles; they are left as they are at its end.
    ///
    /// Behind a character that not all terminals draw as wide the cursor is put where it belongs:
    /// however wide that one was, the rest of the row is in its place.
    func line(_ row: [Cell]) -> String {
        var output = ""
        var style = CellStyle()
        var isSure = true
        for (column, cell) in row.enumerated() where !cell.text.isEmpty {
            if !isSure { output += "\u{1B}[\(column + 1)G" }
            isSure = cell.text.utf8.count == 1 || cell.text.first?.hasSureWidth == true
            if cell.style != style { output += sequence(cell.style) }
            style = cell.style
            output += cell.text
        }
        return output
    }

    private func sequence(_ style: CellStyle) -> String {
        var codes = ["0"]
        let attributes: [(CellStyle.Attributes, String)] = [
            (.bold, "1"), (.faint, "2"), (.italic, "3"), (.underline, "4"), (.reverse, "7"),
            (.strikethrough, "9"),
        ]
        codes += attributes.filter { style.attributes.contains($0.0) }.map(\.1)
        codes += color(style.foreground, 38) + color(style.background, 48)
        return "\u{1B}[\(codes.joined(separator: ";"))m"
    }

    private func color(_ color: CellColor?, _ code: Int) -> [String] {
        guard let color else { return [] }
        switch depth {
        case .none: return []
        case .full: return ["\(code);2;\(color.red);\(color.green);\(color.blue)"]
        case .palette: return ["\(code);5;\(Self.paletteIndex(of: color))"]
        }
    }

    /// The nearest of the 256: greys have a ramp of their own, the rest a cube of 6 by 6 by 6.
    static func paletteIndex(of color: CellColor) -> Int {
        let (red, green, blue) = (Int(color.red), Int(color.green), Int(color.blue))
        if max(red, green, blue) - min(red, green, blue) < 8 {
            let level = (red + green + blue) / 3
            return level < 4 ? 16 : level > 246 ? 231 : 232 + min(23, max(0, (level - 3) / 10))
        }
        func step(_ value: Int) -> Int { value < 48 ? 0 : value < 115 ? 1 : (value - 35) / 40 }
        return 16 + 36 * step(red) + 6 * step(green) + step(blue)
    }
}
