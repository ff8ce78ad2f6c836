// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryRuntime
internal import BelfryWire

/// The extension's own view in cells: boxes behind, and texts that do not hide each other.
struct ViewArea {
    private(set) var grid: CellGrid
    private(set) var targets: [NotificationDrawing.Target] = []

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
        let pieces = Self.placed(views.compactMap { ViewPiece($0, in: scene, scale) }, scale)
        let bottom = pieces.values.map(\.rect.bottom).max() ?? 0
        let style = CellStyle(foreground: options.foreground, background: options.background)
        grid = CellGrid(
            width: scale.columns,
            height: max(scale.rows(height), bottom),
            filledWith: Cell(style: style)
        )
        for view in views { fill(view, scale, pieces[view.node.number]) }
        for view in views {
            guard let piece = pieces[view.node.number] else { continue }
            write(piece)
        }
        for view in views where view.takesInput {
            add(view, scale.cells(view.frame), pieces[view.node.number])
        }
    }

    /// Moves pieces that would hide each other, down or a little to the right.
    private static func placed(_ pieces: [ViewPiece], _ scale: CellScale) -> [UInt32: ViewPiece] {
        let order = pieces.enumerated().sorted { left, right in
            let (first, second) = (left.element.rect, right.element.rect)
            return (first.row, first.column, left.offset)
                < (second.row, second.column, right.offset)
        }
        var placed: [UInt32: ViewPiece] = [:]
        var taken: [CellRect] = []
        for (_, piece) in order {
            var piece = piece
            piece.rect.row = max(0, piece.rect.row)
            piece.rect = free(piece.rect, among: taken, scale.columns)
            taken.append(piece.rect)
            placed[piece.view.node.number] = piece
        }
        return placed
    }

    /// The nearest place at which nothing is hidden.
    private static func free(_ rect: CellRect, among taken: [CellRect], _ columns: Int) -> CellRect
    {
        var rect = rect
        while let other = taken.first(where: { $0.widened.intersects(rect) }) {
            let aside = other.right + 1
            var moved = rect
            moved.column = aside
            let isNear = aside - rect.column <= 3 && aside + rect.width <= columns
            if isNear, !taken.contains(where: { $0.widened.intersects(moved) }) { return moved }
            rect.row = other.bottom
        }
        return rect
    }

    /// Draws a view's background and border, around its text too where that was moved.
    private mutating func fill(_ view: ShownView, _ scale: CellScale, _ piece: ViewPiece?) {
        guard view.frame.width > 0, view.frame.height > 0 else { return }
        let seen = view.clip.intersection(view.frame)
        guard seen.width > 0, seen.height > 0 else { return }
        let rect = piece?.rect.union(scale.cells(seen)) ?? scale.cells(seen)
        if view.node.kind == .image { outline(rect, view) }
        let background = view.node.integers[.backgroundColor].flatMap(color)
        let tint = view.node.integers[.tintColor].flatMap(color) ?? options.tint.map { ($0, 1) }
        guard let (front, opacity) = piece?.isFilled == true ? background ?? tint : background
        else { return }
        let area = piece?.isFilled == true ? piece?.rect ?? rect : rect
        grid.update(area) { cell in
            let behind = cell.style.background ?? front
            cell.style.background = behind.under(front, opacity: opacity * view.alpha)
        }
    }

    /// Draws a box for a picture that is large enough for one.
    private mutating func outline(_ rect: CellRect, _ view: ShownView) {
        guard rect.height >= 3, rect.width >= 4 else { return }
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
    /// With the column before and the one behind, so that texts do not run into each other.
    fileprivate var widened: CellRect {
        CellRect(row: row, column: column - 1, height: height, width: width + 2)
    }

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
