// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import Testing

internal import UIKit

@Suite("Collections whose layout is a class of the extension's own")
@MainActor struct OwnLayoutTests {
    private final class Source: NSObject, UICollectionViewDataSource {
        let count: Int
        init(_ count: Int) { self.count = count }

        func collectionView(
            _ collectionView: UICollectionView,
            numberOfItemsInSection section: Int
        ) -> Int { count }

        func collectionView(
            _ collectionView: UICollectionView,
            cellForItemAt path: IndexPath
        ) -> UICollectionViewCell {
            collectionView.dequeueReusableCell(withReuseIdentifier: "cell", for: path)
        }

        func collectionView(
            _ collectionView: UICollectionView,
            viewForSupplementaryElementOfKind kind: String,
            at path: IndexPath
        ) -> UICollectionReusableView {
            collectionView.dequeueReusableSupplementaryView(
                ofKind: kind,
                withReuseIdentifier: "head",
                for: path
            )
        }
    }

    private func collection(
        _ layout: UICollectionViewLayout,
        _ source: Source
    ) -> UICollectionView {
        let collection = UICollectionView(
            frame: CGRect(x: 0, y: 0, width: 100, height: 60),
            collectionViewLayout: layout
        )
        collection.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "cell")
        collection.dataSource = source
        collection.layoutIfNeeded()
        return collection
    }

    private func cells(_ collection: UICollectionView) throws -> [UICollectionViewCell] {
        try (0..<collection.numberOfItems(inSection: 0))
            .map { try #require(collection.cellForItem(at: IndexPath(item: $0, section: 0))) }
    }

    private final class Stairs: UICollectionViewLayout {
        private var places: [UICollectionViewLayoutAttributes] = []

        override func prepare() {
            super.prepare()
            let count = collectionView?.numberOfItems(inSection: 0) ?? 0
            places = (0..<count)
                .map { item in
                    let path = IndexPath(item: item, section: 0)
                    let place = UICollectionViewLayoutAttributes(forCellWith: path)
                    place.size = CGSize(width: 20, height: 10)
                    place.center = CGPoint(x: 10 + 30 * item, y: 5 + 15 * item)
                    place.alpha = item == 0 ? 0.5 : 1
                    place.zIndex = -item
                    return place
                }
        }

        override var collectionViewContentSize: CGSize { CGSize(width: 80, height: 40) }

        override func layoutAttributesForElements(
            in rect: CGRect
        ) -> [UICollectionViewLayoutAttributes]? {
            places.filter { $0.frame.intersects(rect) }
        }
    }

    @Test func `it says where items are and how they look`() throws {
        let source = Source(3)
        let collection = collection(Stairs(), source)
        let cells = try cells(collection)
        #expect(cells.map(\.frame.origin.x) == [0, 30, 60])
        #expect(cells.map(\.frame.origin.y) == [0, 15, 30])
        #expect(cells.map(\.alpha) == [0.5, 1, 1])
        #expect(collection.contentSize == CGSize(width: 80, height: 40))
        // The first has the largest number, and is before the others.
        #expect(collection.subviews.last === cells[0])
    }

    @Test func `a layout knows its collection, and has it arranged anew`() throws {
        let source = Source(3)
        let layout = UICollectionViewFlowLayout()
        layout.minimumInteritemSpacing = 0
        layout.itemSize = CGSize(width: 20, height: 10)
        let collection = collection(layout, source)
        #expect(layout.collectionView === collection)
        #expect(try cells(collection).map(\.frame.minX) == [0, 20, 40])
        layout.minimumInteritemSpacing = 5
        collection.layoutIfNeeded()
        #expect(try cells(collection).map(\.frame.minX) == [0, 25, 50])
    }

    /// Has what is in a line stand at the left of it, and its last item be half as large.
    private final class LeftAligned: UICollectionViewFlowLayout {
        override func prepare() {
            super.prepare()
            itemSize = CGSize(width: 30, height: 10)
            headerReferenceSize = CGSize(width: 0, height: 7)
        }

        override func layoutAttributesForElements(
            in rect: CGRect
        ) -> [UICollectionViewLayoutAttributes]? {
            let attributes = super.layoutAttributesForElements(in: rect)
            var (left, line): (CGFloat, CGFloat) = (0, -1)
            for place in attributes ?? [] where place.representedElementCategory == .cell {
                if place.frame.minY >= line { left = 0 }
                place.frame.origin.x = left
                left += place.frame.width + minimumInteritemSpacing
                line = max(line, place.frame.maxY)
            }
            let last = attributes?.last { $0.representedElementCategory == .cell }
            last?.transform3D = CATransform3DMakeScale(0.5, 0.5, 1)
            return attributes
        }
    }

    @Test func `a flow layout's subclass changes what its class says`() throws {
        let source = Source(5)
        let layout = LeftAligned()
        layout.minimumInteritemSpacing = 3
        layout.minimumLineSpacing = 4
        let collection = collection(layout, source)
        let cells = try cells(collection)
        #expect(cells.map(\.center.x) == [15, 48, 81, 15, 48])
        #expect(cells.map(\.frame.minY) == [7, 7, 7, 21, 23.5])
        #expect(cells.map(\.frame.width) == [30, 30, 30, 30, 15])
        let head = collection.subviews.first {
            !($0 is UICollectionViewCell) && $0.frame.height == 7
        }
        #expect(head?.frame == CGRect(x: 0, y: 0, width: 100, height: 7))
        #expect(layout.collectionViewContentSize == CGSize(width: 100, height: 31))
        // What the class itself says of an item is not changed by what a subclass makes of it.
        #expect(
            layout.layoutAttributesForItem(at: IndexPath(item: 1, section: 0))?.frame.minX == 35
        )
        #expect(collection.subviews.filter(\.isHidden).isEmpty)
    }

    @Test func `attributes are copied with all that they say`() throws {
        let path = IndexPath(item: 2, section: 1)
        let head = UICollectionViewLayoutAttributes(forSupplementaryViewOfKind: "head", with: path)
        head.frame = CGRect(x: 1, y: 2, width: 3, height: 4)
        head.transform = CGAffineTransform(scaleX: 2, y: 2)
        head.alpha = 0.5
        head.zIndex = 3
        head.isHidden = true
        let copy = try #require(head.copy() as? UICollectionViewLayoutAttributes)
        #expect(copy !== head && copy.indexPath == path && copy.frame == head.frame)
        #expect(copy.representedElementKind == "head" && copy.zIndex == 3 && copy.isHidden)
        #expect(copy.representedElementCategory == .supplementaryView)
        #expect(copy.transform == head.transform && copy.alpha == 0.5)
        copy.center = .zero
        #expect(head.center == CGPoint(x: 2.5, y: 4))
    }
}
