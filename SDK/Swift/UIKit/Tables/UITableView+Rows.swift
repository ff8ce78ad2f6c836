// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

// Rows that there are.
extension UITableView {
    /// All cells: each is made, seen or not.
    public var visibleCells: [UITableViewCell] { cells.map(\.cell) }
    /// All rows: the cell of each is made, seen or not.
    public var indexPathsForVisibleRows: [IndexPath]? { cells.map(\.path) }

    /// The row that a cell shows; nil for a cell that is not the table's.
    public func indexPath(for cell: UITableViewCell) -> IndexPath? {
        cells.first { $0.cell === cell }?.path
    }

    /// The row at a point of the content; nil for a point beside the rows.
    public func indexPathForRow(at point: CGPoint) -> IndexPath? {
        layoutIfNeeded()
        return cells.first { rectForRow(at: $0.path).contains(point) }?.path
    }

    /// Where a row is in the content; nothing for a row that there is not.
    public func rectForRow(at indexPath: IndexPath) -> CGRect {
        guard let cell = cellForRow(at: indexPath) else { return .zero }
        return cell.convert(cell.bounds, to: self)
    }
}

// Rows that are chosen.
extension UITableView {
    /// The first row that is chosen; nil where none is.
    public var indexPathForSelectedRow: IndexPath? { indexPathsForSelectedRows?.first }

    /// The rows that are chosen; nil where none is.
    public var indexPathsForSelectedRows: [IndexPath]? {
        let chosen = cells.filter(\.cell.isSelected).map(\.path)
        return chosen.isEmpty ? nil : chosen
    }

    /// Has a row be chosen, without a word to the delegate; nil for none.
    public func selectRow(
        at indexPath: IndexPath?,
        animated: Bool,
        scrollPosition: ScrollPosition
    ) {
        if !allowsMultipleSelection { for entry in cells { entry.cell.isSelected = false } }
        guard let indexPath else { return }
        cellForRow(at: indexPath)?.isSelected = true
        if scrollPosition != .none {
            scrollToRow(at: indexPath, at: scrollPosition, animated: animated)
        }
    }

    /// Begins or ends to have rows taken away and moved.
    ///
    /// - Note: Without effect: it is kept.
    public func setEditing(_ editing: Bool, animated: Bool) { isEditing = editing }
}

// Changes of rows.
extension UITableView {
    /// Begins changes.
    public func beginUpdates() {}
    /// Ends changes, and makes all rows anew.
    public func endUpdates() { reloadData() }

    /// Makes changes; the host shows their end at once.
    public func performBatchUpdates(
        _ updates: (() -> Void)?,
        completion: ((Bool) -> Void)? = nil
    ) {
        updates?()
        reloadData()
        completion?(true)
    }

    /// Makes all rows anew.
    public func reloadSections(_ sections: IndexSet, with animation: RowAnimation) { reloadData() }
    /// Makes all rows anew.
    public func insertSections(_ sections: IndexSet, with animation: RowAnimation) { reloadData() }
    /// Makes all rows anew.
    public func deleteSections(_ sections: IndexSet, with animation: RowAnimation) { reloadData() }
    /// Makes all rows anew.
    public func moveRow(at indexPath: IndexPath, to newIndexPath: IndexPath) { reloadData() }
}
