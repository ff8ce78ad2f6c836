// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfry
internal import Foundation
internal import FoundationSupplement
internal import Testing

@testable internal import UIKit

@Suite("Collections of items in lines")
@MainActor struct CollectionTests {
    private func plan(
        _ count: Int,
        of size: CGSize = CGSize(width: 30, height: 20),
        isVertical: Bool = true,
        _ change: (inout FlowPlan.Section) -> Void = { _ in }
    ) -> FlowPlan {
        var section = FlowPlan.Section(
            items: Array(repeating: size, count: count),
            lineSpacing: 5,
            itemSpacing: 4
        )
        change(&section)
        return FlowPlan([section], isVertical: isVertical, in: CGSize(width: 100, height: 60))
    }

    @Test func `a full line is spread, and the last one keeps the columns`() throws {
        let items = try #require(plan(5).places.first?.items)
        #expect(items.map(\.minX) == [0, 35, 70, 0, 35])
        #expect(items.map(\.minY) == [0, 0, 0, 25, 25])
        #expect(plan(5).size == CGSize(width: 100, height: 45))
    }

    @Test func `items that are alone in a section stand at its beginning`() throws {
        #expect(plan(2).places.first?.items.map(\.minX) == [0, 34])
    }

    @Test func `a part of the width that was rounded up still has room`() throws {
        let third = CGSize(width: (100.0 - 8) / 3 + 0.001, height: 20)
        #expect(plan(3, of: third).places.first?.items.allSatisfy { $0.minY == 0 } == true)
    }

    @Test func `insets, headers and footers take their place`() throws {
        let plan = plan(1) {
            $0.inset = UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
            $0.header = 10
            $0.footer = 7
        }
        let place = try #require(plan.places.first)
        #expect(place.header == CGRect(x: 0, y: 0, width: 100, height: 10))
        #expect(place.items == [CGRect(x: 2, y: 11, width: 30, height: 20)])
        #expect(place.footer == CGRect(x: 0, y: 34, width: 100, height: 7))
        #expect(plan.size.height == 41)
    }

    @Test func `to the side lines are columns`() throws {
        let items = try #require(plan(3, isVertical: false).places.first?.items)
        #expect(items.map(\.origin.y) == [0, 40, 0])
        #expect(items.map(\.origin.x) == [0, 0, 35])
    }

    @Test func `smaller items of a line are in its middle, and one too large has a line`() throws {
        let sizes = [(30, 20), (30, 10), (200, 8)].map { CGSize(width: $0.0, height: $0.1) }
        let items = try #require(plan(0) { $0.items = sizes }.places.first?.items)
        #expect(items.map(\.minY) == [0, 5, 25])
        #expect(items.last?.width == 200)
    }

    private final class Wall: UICollectionViewController, UICollectionViewDelegateFlowLayout {
        override func collectionView(
            _ collectionView: UICollectionView,
            numberOfItemsInSection section: Int
        ) -> Int { 3 }

        func collectionView(
            _ collectionView: UICollectionView,
            layout collectionViewLayout: UICollectionViewLayout,
            sizeForItemAt indexPath: IndexPath
        ) -> CGSize { CGSize(width: 20, height: 10) }
    }

    @Test func `a controller of a collection fills it, and says how large items are`() throws {
        let layout = UICollectionViewFlowLayout()
        let wall = Wall(collectionViewLayout: layout)
        #expect(wall.collectionViewLayout === layout)
        let collection = try #require(wall.collectionView)
        #expect(wall.view === collection)
        #expect(collection.collectionViewLayout === layout)
        collection.frame = CGRect(x: 0, y: 0, width: 100, height: 60)
        collection.layoutIfNeeded()
        #expect(
            collection.visibleCells.map(\.frame.size)
                == Array(repeating: CGSize(width: 20, height: 10), count: 3)
        )
    }

    @Test func `a collection has cells of its class, and one of them chosen at a time`() throws {
        let (collection, tiles) = (
            UICollectionView(
                frame: CGRect(x: 0, y: 0, width: 120, height: 40),
                collectionViewLayout: UICollectionViewFlowLayout()
            ), Tiles()
        )
        collection.register(Tile.self, forCellWithReuseIdentifier: "tile")
        collection.dataSource = tiles
        collection.delegate = tiles
        collection.layoutIfNeeded()
        let cells = collection.visibleCells
        #expect(cells.map { ($0 as? Tile)?.number } == [0, 1, 2])
        #expect(cells.map(\.frame.origin.x) == [0, 70, 0])
        #expect(collection.contentSize == CGSize(width: 120, height: 110))
        for cell in cells.prefix(2) { cell.handle(BF_EVENT_TAP) }
        #expect(tiles.heard == ["chosen 0", "left 0", "chosen 1"])
        #expect(collection.indexPathsForSelectedItems == [IndexPath(item: 1, section: 0)])
        collection.scrollToItem(at: IndexPath(item: 2, section: 0), at: .top, animated: false)
        #expect(collection.contentOffset == CGPoint(x: 0, y: 60))
        tiles.count = 1
        collection.reloadData()
        collection.layoutIfNeeded()
        #expect(collection.visibleCells.count == 1)
        #expect(cells.allSatisfy { $0.superview == nil })
    }

    private final class Tile: UICollectionViewCell {
        var number: Int?
    }

    private final class Tiles: NSObject, UICollectionViewDataSource, UICollectionViewDelegate {
        var count = 3
        var heard: [String] = []

        func collectionView(
            _ collectionView: UICollectionView,
            numberOfItemsInSection section: Int
        ) -> Int { count }

        func collectionView(
            _ collectionView: UICollectionView,
            cellForItemAt path: IndexPath
        ) -> UICollectionViewCell {
            let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "tile", for: path)
            (cell as? Tile)?.number = path.item
            return cell
        }

        func collectionView(_ collectionView: UICollectionView, didSelectItemAt path: IndexPath) {
            heard.append("chosen \(path.item)")
        }

        func collectionView(_ collectionView: UICollectionView, didDeselectItemAt path: IndexPath) {
            heard.append("left \(path.item)")
        }
    }
}
