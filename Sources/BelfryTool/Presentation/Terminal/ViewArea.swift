// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryRuntime
internal import BelfryTerminal
internal import BelfryWire

/// The extension's own view in cells: boxes behind, and texts that do not hide each other.
struct ViewArea {
    private(set) var grid: CellGrid
    private(set) var targets: [NotificationDrawing.Target] = []
    private(set) var scrollers: [NotificationDrawing.Target] = []

    /// How many cells backgrounds and boxes may still be drawn in: more are not told apart.
    private var cellsToFill = 1_000_000
    private let options: DrawingOptions
    private let scene: TerminalScene

    /// Draws views.
    ///
    /// - Parameters:
    ///   - views: What can be seen, those behind first.
    ///   - height: The height of the extension's view, in points.
    ///   - scale: How points become cells.
    ///   - scene: What is drawn.
    ///   - options: How.
    init(
        _ views: [ShownView],
        height: Double,
        _ scale: CellScale,
        in scene: TerminalScene,
        _ options: DrawingOptions
    ) {
        self.options = options
        self.scene = scene
        let pieces = CellPlacement.placed(Self.pieces(of: views, in: scene, scale), scale)
        let bottom = pieces.values.map(\.rect.bottom).max() ?? 0
        let style = CellStyle(foreground: options.foreground, background: options.background)
        grid = CellGrid(
            width: scale.columns,
            height: min(max(scale.rows(height), bottom), CellScale.mostRows),
            filledWith: Cell(style: style)
        )
        for view in views { fill(view, scale, pieces[view.node.number]) }
        for view in views {
            guard let piece = pieces[view.node.number] else { continue }
            write(piece)
        }
        for view in views.reachable {
            add(view, scale.cells(view.frame), pieces[view.node.number])
        }
        for view in views where view.canScroll && view.isInClip {
            let rect = scale.cells(view.clip.intersection(view.frame))
            let target = FocusTarget.view(view.node.number)
            scrollers.append(NotificationDrawing.Target(target: target, rect: rect))
        }
    }

    /// What the views show, all together no more lines than there are rows, and one for each.
    private static func pieces(
        of views: [ShownView],
        in scene: TerminalScene,
        _ scale: CellScale
    ) -> [ViewPiece] {
        var left = CellScale.mostRows
        return views.compactMap { view in
            let piece = ViewPiece(view, in: scene, scale, lineLimit: max(1, left))
            left -= piece?.lines.count ?? 0
            return piece
        }
    }

    /// Draws a view's background and border, around its text too where that was moved.
    private mutating func fill(_ view: ShownView, _ scale: CellScale, _ piece: ViewPiece?) {
        guard view.frame.width > 0, view.frame.height > 0 else { return }
        let seen = view.clip.intersection(view.frame)
        guard seen.width > 0, seen.height > 0 else { return }
        let rect = piece?.rect.union(scale.cells(seen)) ?? scale.cells(seen)
        if view.node.kind == .image, !view.node.showsPage {
            outline(rect.intersection(grid.all), view)
        }
        let background = view.node.integers[.backgroundColor].flatMap(color)
        let tint = view.node.integers[.tintColor].flatMap(color) ?? options.tint.map { ($0, 1) }
        guard let (front, opacity) = piece?.isFilled == true ? background ?? tint : background
        else { return }
        let area = (piece?.isFilled == true ? piece?.rect ?? rect : rect).intersection(grid.all)
        guard spend(area.width * area.height) else { return }
        grid.update(area) { cell in
            let behind = cell.style.background ?? front
            cell.style.background = behind.under(front, opacity: opacity * view.alpha)
        }
    }

    /// Whether so many cells may be drawn in.
    private mutating func spend(_ count: Int) -> Bool {
        cellsToFill -= count
        return cellsToFill >= 0
    }

    /// Draws a box for a picture that is large enough for one.
    private mutating func outline(_ rect: CellRect, _ view: ShownView) {
        guard rect.height >= 3, rect.width >= 4 else { return }
        // A line's cells are written as text, which takes longer.
        guard spend(40 * (rect.width + rect.height)) else { return }
        let line = String(repeating: "─", count: rect.width - 2)
        let style = CellStyle(attributes: .faint)
        grid.write("┌\(line)┐", row: rect.row, column: rect.column, style)
        for row in rect.row + 1..<rect.bottom - 1 {
            grid.write("│", row: row, column: rect.column, style)
            grid.write("│", row: row, column: rect.right - 1, style)
        }
        grid.write("└\(line)┘", row: rect.bottom - 1, column: rect.column, style)
    }

    private mutating func write(_ piece: ViewPiece) {
        let isFocused = scene.focus == .view(piece.view.node.number)
        let alignment = piece.view.node.integers[.textAlignment] ?? 4
        for (index, line) in piece.lines.enumerated() {
            let room = piece.rect.width - line.cellCount
            let shift = alignment == 1 ? room / 2 : alignment == 2 ? room : 0
            let place = (row: piece.rect.row + index, column: piece.rect.column + shift)
            var style = style(of: piece, on: grid[place.row, place.column]?.style.background)
            if isFocused { style.attributes.insert(.reverse) }
            grid.write(line, row: place.row, column: place.column, style)
        }
    }

    private func style(of piece: ViewPiece, on background: CellColor?) -> CellStyle {
        var style = CellStyle(attributes: piece.attributes)
        guard options.isColored else {
            if piece.view.alpha < 0.5 { style.attributes.insert(.faint) }
            return style
        }
        let own = piece.color.flatMap(color)
        let isControl = [.button, .slider, .switch, .progress].contains(piece.view.node.kind)
        let usual = piece.isFilled ? CellColor(255, 255, 255) : isControl ? options.tint : nil
        let (front, opacity) =
            own ?? ((usual ?? options.foreground).map { ($0, 1) }) ?? nil ?? (
                CellColor(0, 0, 0), 1
            )
        style.foreground = (background ?? front).under(front, opacity: opacity * piece.view.alpha)
        return style
    }

    /// A colour as properties of views have it, in the appearance that is drawn.
    private func color(_ value: Int64) -> (CellColor, opacity: Double)? {
        guard options.isColored else { return nil }
        let both = UInt64(bitPattern: value)
        let bits = UInt32(truncatingIfNeeded: options.isDark ? both >> 32 : both)
        let parts = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: bits >> $0) }
        return (CellColor(parts[0], parts[1], parts[2]), Double(parts[3]) / 255)
    }

    private mutating func add(_ view: ShownView, _ box: CellRect, _ piece: ViewPiece?) {
        let target = FocusTarget.view(view.node.number)
        let rect = piece?.rect ?? box
        targets.append(NotificationDrawing.Target(target: target, rect: rect))
        guard piece == nil, scene.focus == target else { return }
        // A view without text of its own: marks where nothing is written.
        for (mark, column) in [("›", rect.column), ("‹", rect.right - 1)]
        where grid[rect.row, column]?.text == " " {
            grid.write(mark, row: rect.row, column: column, CellStyle(attributes: .bold))
        }
    }
}

extension CellRect {
    /// The smallest that both are in.
    fileprivate func union(_ other: CellRect) -> CellRect {
        let top = min(row, other.row)
        let left = min(column, other.column)
        return CellRect(
            row: top,
            column: left,
            height: max(bottom, other.bottom) - top,
            width: max(right, other.right) - left
        )
    }
}
