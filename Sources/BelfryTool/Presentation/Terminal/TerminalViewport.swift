// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The part of a drawing that a screen has space for, with the footer below it.
struct TerminalViewport: Equatable {
    var rows: Int
    var columns: Int
    /// The first row of the drawing that is shown.
    private(set) var top = 0

    init(rows: Int, columns: Int) {
        self.rows = rows
        self.columns = columns
    }

    /// Shows other rows.
    mutating func scroll(by count: Int, in drawing: NotificationDrawing) {
        top = max(0, min(top + count, drawing.grid.height - visibleRows(of: drawing)))
    }

    /// Shows the rows of a target, if it has any.
    mutating func reveal(_ target: FocusTarget?, in drawing: NotificationDrawing) {
        scroll(by: 0, in: drawing)
        guard let rect = target.flatMap(drawing.rect) else { return }
        let visible = visibleRows(of: drawing)
        if rect.row < top { scroll(by: rect.row - top, in: drawing) }
        if rect.bottom > top + visible { scroll(by: rect.bottom - visible - top, in: drawing) }
    }

    /// The screen.
    func screen(of drawing: NotificationDrawing) -> CellGrid {
        let visible = visibleRows(of: drawing)
        var screen = CellGrid(width: columns, height: rows)
        let shown = drawing.grid.rows.dropFirst(top).prefix(visible)
        let footer = drawing.footer.rows.prefix(rows - visible)
        for (index, row) in (shown + footer).enumerated() {
            for (column, cell) in row.prefix(columns).enumerated() {
                let place = CellRect(row: index, column: column, height: 1, width: 1)
                screen.update(place) { $0 = cell }
            }
        }
        return screen
    }

    /// The mouse as the drawing has it; in no row of it where it is below.
    func mouse(
        _ mouse: TerminalInput.Mouse,
        in drawing: NotificationDrawing
    ) -> TerminalInput.Mouse {
        let isInside = mouse.row < visibleRows(of: drawing)
        return TerminalInput.Mouse(
            kind: mouse.kind,
            row: isInside ? mouse.row + top : -1,
            column: mouse.column
        )
    }

    /// How many rows of the drawing there is space for.
    private func visibleRows(of drawing: NotificationDrawing) -> Int {
        min(drawing.grid.height, max(1, rows - drawing.footer.height), rows)
    }
}
