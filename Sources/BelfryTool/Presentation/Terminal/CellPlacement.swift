// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryRuntime

/// Finds places for texts at which none hides another.
struct CellPlacement {
    /// What is taken of each row, with a column before and one behind, so that texts do not run into
    /// each other.
    private var rows: [[CellRect]] = Array(repeating: [], count: CellScale.mostRows)

    /// Moves pieces that would hide each other, down or a little to the right.
    ///
    /// - Parameters:
    ///   - pieces: The pieces where they want to be.
    ///   - scale: How points become cells.
    /// - Returns: Them by their views' numbers; those are left out that there is no row for.
    static func placed(_ pieces: [ViewPiece], _ scale: CellScale) -> [UInt32: ViewPiece] {
        let order = pieces.enumerated().sorted { left, right in
            let (first, second) = (left.element.rect, right.element.rect)
            return (first.row, first.column, left.offset)
                < (second.row, second.column, right.offset)
        }
        var placement = CellPlacement()
        var placed: [UInt32: ViewPiece] = [:]
        for (_, piece) in order {
            var piece = piece
            piece.rect.row = max(0, piece.rect.row)
            guard let rect = placement.free(piece.rect, scale.columns) else { continue }
            piece.rect = rect
            placement.take(rect)
            placed[piece.view.node.number] = piece
        }
        return placed
    }

    /// The nearest place at which nothing is hidden; nil where that is below all rows.
    private func free(_ wanted: CellRect, _ columns: Int) -> CellRect? {
        var rect = wanted
        while rect.bottom <= rows.count {
            guard let other = hidden(by: rect) else { return rect }
            var moved = rect
            moved.column = other.right
            let isNear = other.right - rect.column <= 3 && other.right + rect.width <= columns
            if isNear, hidden(by: moved) == nil { return moved }
            rect.row = other.bottom
        }
        return nil
    }

    private func hidden(by rect: CellRect) -> CellRect? {
        for row in rect.row..<rect.bottom {
            let other = rows[row].first { $0.column < rect.right && rect.column < $0.right }
            if let other { return other }
        }
        return nil
    }

    private mutating func take(_ rect: CellRect) {
        var rect = rect
        rect.column -= 1
        rect.width += 2
        for row in rect.row..<rect.bottom { rows[row].append(rect) }
    }
}
