// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryTerminal

/// Rows in columns, as lists of the daemon's things are printed; every cell is made safe to print.
struct CenterTable {
    let terminal: Terminal
    let titles: [String]
    private(set) var rows: [[String]] = []

    init(_ terminal: Terminal, _ titles: String...) {
        self.terminal = terminal
        self.titles = titles
    }

    /// Adds a row of as many cells as there are titles.
    mutating func add(_ cells: String...) {
        rows.append(cells.map { Self.safe($0) })
    }

    /// The lines; the last column takes what is left of a terminal's width.
    var text: String {
        let widths = titles.indices.map { column in
            ([titles] + rows).map { $0[column].cellCount }.max() ?? 0
        }
        let heading = line(titles, widths).trimmed
        return ([terminal.styled(heading, .faint)] + rows.map { line($0, widths).trimmed })
            .map { $0 + "\n" }.joined()
    }

    private func line(_ cells: [String], _ widths: [Int]) -> String {
        let padded = zip(cells, widths).map { cell, width in
            cell + String(repeating: " ", count: width - cell.cellCount)
        }
        let line = padded.joined(separator: "  ")
        guard terminal.isLive, let columns = terminal.columns, line.cellCount > columns else {
            return line
        }
        return line.prefix(cells: columns - 1) + "…"
    }

    private static func safe(_ text: String) -> String {
        let plain = text.neutralised(byteLimit: 400).replacing("\t", with: " ")
        return plain.cellCount > cellLimit ? plain.prefix(cells: cellLimit - 1) + "…" : plain
    }

    /// More than anybody reads in a list.
    private static let cellLimit = 120
}

extension String {
    /// Without the blanks at its end.
    fileprivate var trimmed: String {
        var text = Substring(self)
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
