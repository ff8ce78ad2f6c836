// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// A collection's data source that shows snapshots of sections and items.
///
/// The collection does not keep it. A snapshot is shown at once, without an animation, and the cells
/// of all items are made anew; items that were chosen and are still there stay so.
@preconcurrency @MainActor
open class UICollectionViewDiffableDataSource<
    SectionIdentifierType: Hashable,
    ItemIdentifierType: Hashable
>: NSObject, UICollectionViewDataSource {
    /// Makes an item's cell; a provider that makes none ends the run, as on iOS.
    public typealias CellProvider = (
        _ collectionView: UICollectionView,
        _ indexPath: IndexPath,
        _ itemIdentifier: ItemIdentifierType
    ) -> UICollectionViewCell?

    /// Makes a section's header or footer; nil for an empty one.
    public typealias SupplementaryViewProvider = (
        _ collectionView: UICollectionView,
        _ elementKind: String,
        _ indexPath: IndexPath
    ) -> UICollectionReusableView?

    /// Makes the headers and footers of sections; nil for empty ones.
    open var supplementaryViewProvider: SupplementaryViewProvider?

    private weak var collection: UICollectionView?
    private let cellProvider: CellProvider
    private var shown = NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>()

    /// Creates one without items, and makes it the data source of a collection.
    ///
    /// - Parameters:
    ///   - collectionView: The collection.
    ///   - cellProvider: Makes the cell of an item.
    public init(collectionView: UICollectionView, cellProvider: @escaping CellProvider) {
        collection = collectionView
        self.cellProvider = cellProvider
        super.init()
        collectionView.dataSource = self
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
        let chosen = (collection?.indexPathsForSelectedItems ?? []).compactMap(itemIdentifier)
        shown = snapshot.withoutMarks
        collection?.reloadData()
        let paths = chosen.compactMap { indexPath(for: $0) }
        if !paths.isEmpty { collection?.layoutIfNeeded() }
        for path in paths {
            collection?.selectItem(at: path, animated: false, scrollPosition: [])
        }
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

    /// The item at a place; nil for a place without one.
    open func itemIdentifier(for indexPath: IndexPath) -> ItemIdentifierType? {
        shown.item(at: indexPath.item, in: indexPath.section)
    }

    /// An item's place; nil for an item that is not shown.
    open func indexPath(for itemIdentifier: ItemIdentifierType) -> IndexPath? {
        shown.place(of: itemIdentifier).map { IndexPath(item: $0.item, section: $0.section) }
    }

    // MARK: Data source

    /// How many sections the snapshot has.
    open func numberOfSections(in collectionView: UICollectionView) -> Int {
        shown.numberOfSections
    }

    /// How many items a section of the snapshot has.
    open func collectionView(
        _ collectionView: UICollectionView,
        numberOfItemsInSection section: Int
    ) -> Int {
        shown.itemCount(at: section)
    }

    /// The cell that the provider makes.
    open func collectionView(
        _ collectionView: UICollectionView,
        cellForItemAt indexPath: IndexPath
    ) -> UICollectionViewCell {
        guard let item = itemIdentifier(for: indexPath),
            let cell = cellProvider(collectionView, indexPath, item)
        else { preconditionFailure("the cell provider made no cell for the item at \(indexPath)") }
        return cell
    }

    /// The view that ``supplementaryViewProvider`` makes, else an empty one.
    open func collectionView(
        _ collectionView: UICollectionView,
        viewForSupplementaryElementOfKind kind: String,
        at indexPath: IndexPath
    ) -> UICollectionReusableView {
        supplementaryViewProvider?(collectionView, kind, indexPath) ?? UICollectionReusableView()
    }
}
