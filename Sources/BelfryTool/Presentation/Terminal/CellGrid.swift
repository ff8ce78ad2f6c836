// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryTerminal

/// A colour on the screen.
struct CellColor: Equatable, Sendable {
    var red: UInt8
    var green: UInt8
    var blue: UInt8

    init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// This colour with another one over it.
    ///
    /// - Parameters:
    ///   - other: The colour in front.
    ///   - opacity: From 0, which leaves this one, to 1.
    /// - Returns: What is seen.
    func under(_ other: CellColor, opacity: Double) -> CellColor {
        func mix(_ back: UInt8, _ front: UInt8) -> UInt8 {
            UInt8((Double(back) + (Double(front) - Double(back)) * opacity).rounded())
        }
        return CellColor(mix(red, other.red), mix(green, other.green), mix(blue, other.blue))
    }
}

/// What a cell looks like.
struct CellStyle: Equatable, Sendable {
    /// Attributes, each a bit.
    struct Attributes: OptionSet, Sendable {
        let rawValue: UInt8

        static let bold = Attributes(rawValue: 1)
        static let faint = Attributes(rawValue: 2)
        static let italic = Attributes(rawValue: 4)
        static let underline = Attributes(rawValue: 8)
        static let reverse = Attributes(rawValue: 16)
        static let strikethrough = Attributes(rawValue: 32)
    }

    /// nil for the terminal's own.
    var foreground: CellColor?
    var background: CellColor?
    var attributes: Attributes = []
}

/// One place of the screen.
struct Cell: Equatable, Sendable {
    /// What is written there; empty behind a wide character.
    var text = " "
    var style = CellStyle()
}

/// Some cells next to each other.
struct CellRect: Equatable, Sendable {
    var row: Int
    var column: Int
    var height: Int
    var width: Int

    var bottom: Int { row + height }
    var right: Int { column + width }

    func contains(row: Int, column: Int) -> Bool {
        (self.row..<bottom).contains(row) && (self.column..<right).contains(column)
    }

    /// The cells of both; none where they have none in common.
    func intersection(_ other: CellRect) -> CellRect {
        let top = max(row, other.row)
        let left = max(column, other.column)
        let height = max(0, min(bottom, other.bottom) - top)
        return CellRect(
            row: top,
            column: left,
            height: height,
            width: max(0, min(right, other.right) - left)
        )
    }
}

/// Cells to draw into; what is outside is left out.
struct CellGrid: Equatable, Sendable {
    let width: Int
    private(set) var rows: [[Cell]]

    init(width: Int, height: Int, filledWith cell: Cell = Cell()) {
        self.width = max(0, width)
        rows = Array(
            repeating: Array(repeating: cell, count: max(0, width)),
            count: max(0, height)
        )
    }

    var height: Int { rows.count }

    /// All of its cells.
    var all: CellRect { CellRect(row: 0, column: 0, height: height, width: width) }

    subscript(row: Int, column: Int) -> Cell? {
        rows.indices.contains(row) && rows[row].indices.contains(column) ? rows[row][column] : nil
    }

    /// Writes a line of text; what is under it stays as background where the style has none.
    mutating func write(_ text: String, row: Int, column: Int, _ style: CellStyle = CellStyle()) {
        guard rows.indices.contains(row) else { return }
        var place = column
        for character in text {
            let count = character.cellCount
            defer { place += count }
            guard place >= 0, place + count <= width else { continue }
            put(String(character), row, place, style)
            for behind in 1..<max(1, count) { put("", row, place + behind, style) }
        }
    }

    private mutating func put(_ text: String, _ row: Int, _ column: Int, _ style: CellStyle) {
        mend(row, column)
        var style = style
        style.background = style.background ?? rows[row][column].style.background
        style.foreground = style.foreground ?? rows[row][column].style.foreground
        rows[row][column] = Cell(text: text, style: style)
    }

    /// Takes away the rest of a wide character that is about to lose this cell.
    private mutating func mend(_ row: Int, _ column: Int) {
        var first = column
        while first > 0, rows[row][first].text.isEmpty { first -= 1 }
        var end = column + 1
        while end < width, rows[row][end].text.isEmpty { end += 1 }
        guard end - first > 1 else { return }
        for part in first..<end { rows[row][part].text = " " }
    }

    /// Changes cells where they are.
    mutating func update(_ rect: CellRect, _ change: (inout Cell) -> Void) {
        let columns = max(0, rect.column)..<max(0, min(width, rect.right), rect.column)
        for row in max(0, rect.row)..<max(0, min(height, rect.bottom), rect.row) {
            for column in columns where column < width { change(&rows[row][column]) }
        }
    }

    /// Adds the rows of another grid of the same width below.
    mutating func append(_ other: CellGrid) {
        rows += other.rows
    }

    /// The text alone, without the spaces at the ends of lines.
    var text: String {
        rows.map { row in
            let line = row.map(\.text).joined()
            return String(line.reversed().drop(while: { $0 == " " }).reversed()) + "\n"
        }.joined()
    }
}
