// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import Testing

@testable internal import UIKit

@Suite("Collections that show snapshots")
@MainActor struct DiffableCollectionTests {
    private typealias Snapshot = NSDiffableDataSourceSnapshot<String, Int>
    private typealias Source = UICollectionViewDiffableDataSource<String, Int>

    private let collection: UICollectionView
    private let source: Source

    init() {
        let layout = UICollectionViewFlowLayout()
        layout.itemSize = CGSize(width: 50, height: 20)
        layout.minimumInteritemSpacing = 0
        layout.minimumLineSpacing = 0
        layout.headerReferenceSize = CGSize(width: 0, height: 10)
        collection = UICollectionView(
            frame: CGRect(x: 0, y: 0, width: 100, height: 80),
            collectionViewLayout: layout
        )
        collection.register(Tile.self, forCellWithReuseIdentifier: "tile")
        source = Source(collectionView: collection) { collection, path, item in
            let cell = collection.dequeueReusableCell(withReuseIdentifier: "tile", for: path)
            (cell as? Tile)?.number = item
            return cell
        }
    }

    private func snapshot(_ sections: [(String, [Int])]) -> Snapshot {
        var snapshot = Snapshot()
        for (section, items) in sections {
            snapshot.appendSections([section])
            snapshot.appendItems(items)
        }
        return snapshot
    }

    private func apply(_ snapshot: Snapshot) {
        source.apply(snapshot)
        collection.layoutIfNeeded()
    }

    private var numbers: [Int?] { collection.visibleCells.map { ($0 as? Tile)?.number } }

    @Test func `a collection shows the items of each snapshot in their places`() {
        apply(snapshot([("a", [1, 2, 3]), ("b", [4])]))
        #expect(collection.dataSource === source)
        #expect(numbers == [1, 2, 3, 4])
        let origins = collection.visibleCells.map(\.frame.origin)
        #expect(origins.map(\.x) == [0, 50, 0, 0])
        #expect(origins.map(\.y) == [10, 10, 30, 60])

        var next = source.snapshot()
        next.deleteItems([2])
        next.moveItem(4, beforeItem: 1)
        #expect(numbers == [1, 2, 3, 4], "a snapshot is shown once it is applied")
        apply(next)
        #expect(numbers == [4, 1, 3])
        #expect(collection.numberOfItems(inSection: 1) == 0)
    }

    @Test func `a chosen item stays chosen where it has moved`() {
        apply(snapshot([("a", [1, 2, 3])]))
        collection.selectItem(
            at: source.indexPath(for: 3),
            animated: false,
            scrollPosition: []
        )
        apply(snapshot([("a", [3, 2])]))
        #expect(collection.indexPathsForSelectedItems == [IndexPath(item: 0, section: 0)])
        apply(snapshot([("a", [1, 2])]))
        #expect(collection.indexPathsForSelectedItems == nil)
    }

    @Test func `places and identifiers are found by each other`() {
        apply(snapshot([("a", [1, 2]), ("b", [3])]))
        #expect(source.indexPath(for: 3) == IndexPath(item: 0, section: 1))
        #expect(source.indexPath(for: 9) == nil)
        #expect(source.itemIdentifier(for: IndexPath(item: 1, section: 0)) == 2)
        #expect(source.itemIdentifier(for: IndexPath(item: 2, section: 0)) == nil)
        #expect(source.itemIdentifier(for: IndexPath(item: 0, section: 2)) == nil)
        #expect(source.sectionIdentifier(for: 1) == "b")
        #expect(source.sectionIdentifier(for: 2) == nil)
        #expect(source.index(for: "b") == 1)
    }

    @Test func `headers are of the provider`() {
        var asked: [String] = []
        let source = source
        source.supplementaryViewProvider = { _, kind, path in
            asked.append("\(kind) \(source.sectionIdentifier(for: path.section) ?? "none")")
            return nil
        }
        apply(snapshot([("a", [1]), ("b", [2])]))
        source.supplementaryViewProvider = nil
        let kind = UICollectionView.elementKindSectionHeader
        #expect(asked == ["\(kind) a", "\(kind) b"])
    }

    @Test func `sections and items are added, moved and taken out`() {
        var snapshot = snapshot([("a", [1, 2]), ("c", [5])])
        snapshot.insertSections(["b"], afterSection: "a")
        snapshot.insertSections(["0"], beforeSection: "a")
        snapshot.appendItems([3, 4], toSection: "b")
        snapshot.insertItems([6], afterItem: 3)
        snapshot.insertItems([7], beforeItem: 3)
        #expect(snapshot.sectionIdentifiers == ["0", "a", "b", "c"])
        #expect(snapshot.itemIdentifiers(inSection: "b") == [7, 3, 6, 4])
        #expect(snapshot.numberOfItems == 7 && snapshot.numberOfItems(inSection: "0") == 0)
        snapshot.moveSection("c", beforeSection: "0")
        snapshot.moveSection("a", afterSection: "b")
        #expect(snapshot.sectionIdentifiers == ["c", "0", "b", "a"])
        snapshot.moveItem(5, afterItem: 6)
        #expect(snapshot.itemIdentifiers == [7, 3, 6, 5, 4, 1, 2])
        snapshot.appendItems([7], toSection: "a")
        #expect(snapshot.itemIdentifiers(inSection: "a") == [1, 2, 7], "an item is there once")
        #expect(snapshot.sectionIdentifier(containingItem: 7) == "a")
        #expect(snapshot.indexOfItem(5) == 2 && snapshot.indexOfSection("a") == 3)
        snapshot.deleteSections(["b", "none"])
        #expect(snapshot.itemIdentifiers == [1, 2, 7])
        snapshot.deleteAllItems()
        #expect(snapshot.numberOfSections == 0 && snapshot.numberOfItems == 0)
    }

    @Test func `an item made anew is asked for once`() {
        apply(snapshot([("a", [1, 2])]))
        let before = collection.visibleCells
        var next = source.snapshot()
        next.reloadItems([1])
        #expect(next.reloadedItemIdentifiers == [1])
        apply(next)
        #expect(source.snapshot().reloadedItemIdentifiers.isEmpty)
        #expect(numbers == [1, 2])
        #expect(collection.visibleCells.first !== before.first)
    }

    private final class Tile: UICollectionViewCell {
        var number: Int?
    }
}
