// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryRuntime
internal import BelfryTerminal
internal import BelfryWire

/// How points become cells: about 8 by 16 points each, fewer columns where the screen is narrow.
struct CellScale: Equatable {
    /// The cells in a row of the extension's view.
    let columns: Int
    private let pointsPerColumn: Double

    /// More rows than anybody reads of a notification: what is below is not drawn.
    static let mostRows = 1000

    /// A scale for a view.
    ///
    /// - Parameters:
    ///   - width: The view's width, in points.
    ///   - limit: The most columns that there are.
    init(width: Double, limit: Int) {
        let wanted = Int(min(max(width, Self.leastWidth), Self.mostWidth) / Self.cellWidth)
        columns = max(1, min(wanted, limit))
        pointsPerColumn = max(1, width) / Double(columns)
    }

    /// The rows that a height takes.
    func rows(_ height: Double) -> Int {
        Self.rounded(min(max(0, height), Self.mostHeight) / Self.cellHeight)
    }

    /// The cells of a frame in the extension's view, at least one.
    func cells(_ frame: ViewFrame) -> CellRect {
        let row = Self.rounded(frame.y / Self.cellHeight)
        let column = Self.rounded(frame.x / pointsPerColumn)
        let right = Self.rounded((frame.x + frame.width) / pointsPerColumn)
        return CellRect(
            row: row,
            column: column,
            height: max(1, rows(frame.height)),
            width: max(1, right - column)
        )
    }

    /// How many cells a line of a label may take: those of its frame, and of one line as many as it
    /// has, where they fit in points.
    func width(of label: ShownView, text: String) -> Int {
        let own = cells(label.frame).width
        let isOneLine = label.frame.height < 2 * Self.fontSize(of: label)
        let fits = text.cellCount <= capacity(of: label)
        return min(columns, isOneLine && fits ? max(own, text.cellCount) : own)
    }

    /// How many narrow characters the frame of a label has space for.
    func capacity(of label: ShownView) -> Int {
        let size = Self.fontSize(of: label)
        let lines = max(1, (label.frame.height / (size * 1.1)).rounded(.down))
        return Int(min(lines * label.frame.width / (size * Self.narrowest), 1_000_000))
    }

    /// A character's width by the size of its font, for the narrow half of the letters.
    private static let narrowest = 0.42
    private static let cellWidth = 8.0
    private static let cellHeight = 16.0
    private static let leastWidth = 80.0
    private static let mostWidth = 1600.0
    private static let mostHeight = 6400.0

    private static func fontSize(of label: ShownView) -> Double {
        max(4, label.node.reals[.fontSize] ?? 17)
    }

    /// What is as far away as that is not seen.
    private static func rounded(_ cells: Double) -> Int {
        guard cells.isFinite else { return 0 }
        return Int(min(max(cells, -10_000), 10_000).rounded())
    }
}
