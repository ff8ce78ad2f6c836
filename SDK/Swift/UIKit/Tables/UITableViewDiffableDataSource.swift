// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// A table's data source that shows snapshots of sections and rows.
///
/// The table does not keep it. A snapshot is shown at once, without an animation, and the cells of
/// all rows are made anew.
@preconcurrency @MainActor
open class UITableViewDiffableDataSource<
    SectionIdentifierType: Hashable,
    ItemIdentifierType: Hashable
>: NSObject, UITableViewDataSource {
    /// Makes a row's cell; a provider that makes none ends the run, as on iOS.
    public typealias CellProvider = (
        _ tableView: UITableView,
        _ indexPath: IndexPath,
        _ itemIdentifier: ItemIdentifierType
    ) -> UITableViewCell?

    /// How rows come and go.
    ///
    /// - Note: Without effect: the host shows the end at once.
    open var defaultRowAnimation = UITableView.RowAnimation.automatic

    private weak var table: UITableView?
    private let cellProvider: CellProvider
    private var shown = NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>()

    /// Creates one without rows, and makes it the data source of a table.
    ///
    /// - Parameters:
    ///   - tableView: The table.
    ///   - cellProvider: Makes the cell of a row.
    public init(tableView: UITableView, cellProvider: @escaping CellProvider) {
        table = tableView
        self.cellProvider = cellProvider
        super.init()
        tableView.dataSource = self
    }

    /// Shows a snapshot in place of the one before.
    ///
    /// - Parameters:
    ///   - snapshot: What to show.
    ///   - animatingDifferences: Without effect: the host shows the end at once.
    ///   - completion: Called before this returns.
    open func apply(
        _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>,
        animatingDifferences: Bool = true,
        completion: (() -> Void)? = nil
    ) {
        shown = snapshot.withoutMarks
        table?.reloadData()
        completion?()
    }

    /// Shows a snapshot in place of the one before; see
    /// ``apply(_:animatingDifferences:completion:)``.
    open func applySnapshotUsingReloadData(
        _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>,
        completion: (() -> Void)? = nil
    ) {
        apply(snapshot, animatingDifferences: false, completion: completion)
    }

    /// What is shown; a change of it is shown once it is applied.
    open func snapshot()
        -> NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>
    { shown }

    /// The section of a number; nil for a number that no section has.
    open func sectionIdentifier(for index: Int) -> SectionIdentifierType? {
        shown.section(at: index)
    }

    /// A section's number; nil for a section that is not shown.
    open func index(for sectionIdentifier: SectionIdentifierType) -> Int? {
        shown.indexOfSection(sectionIdentifier)
    }

    /// The row's item; nil for a row that there is not.
    open func itemIdentifier(for indexPath: IndexPath) -> ItemIdentifierType? {
        shown.item(at: indexPath.row, in: indexPath.section)
    }

    /// An item's row; nil for an item that is not shown.
    open func indexPath(for itemIdentifier: ItemIdentifierType) -> IndexPath? {
        shown.place(of: itemIdentifier).map { IndexPath(row: $0.item, section: $0.section) }
    }

    // MARK: Data source

    /// How many sections the snapshot has.
    open func numberOfSections(in tableView: UITableView) -> Int { shown.numberOfSections }

    /// How many rows a section of the snapshot has.
    open func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
        shown.itemCount(at: section)
    }

    /// The cell that the provider makes.
    open func tableView(
        _ tableView: UITableView,
        cellForRowAt indexPath: IndexPath
    ) -> UITableViewCell {
        guard let item = itemIdentifier(for: indexPath),
            let cell = cellProvider(tableView, indexPath, item)
        else { preconditionFailure("the cell provider made no cell for the row at \(indexPath)") }
        return cell
    }

    /// Nothing; override to name sections.
    open func tableView(
        _ tableView: UITableView,
        titleForHeaderInSection section: Int
    ) -> String? { nil }

    /// Nothing; override to say something below sections.
    open func tableView(
        _ tableView: UITableView,
        titleForFooterInSection section: Int
    ) -> String? { nil }
}
