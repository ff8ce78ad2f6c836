// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import Testing

@testable internal import UIKit

@Suite("Collections of groups of items")
@MainActor struct CompositionalLayoutTests {
    private func size(
        _ width: NSCollectionLayoutDimension,
        _ height: NSCollectionLayoutDimension
    ) -> NSCollectionLayoutSize {
        NSCollectionLayoutSize(widthDimension: width, heightDimension: height)
    }

    private func plan(
        _ counts: [Int],
        heights: [CGFloat] = [],
        scrolls direction: UICollectionView.ScrollDirection = .vertical,
        _ section: @escaping @MainActor (Int) -> NSCollectionLayoutSection?
    ) -> CompositionalPlan {
        let layout = UICollectionViewCompositionalLayout { number, _ in section(number) }
        layout.configuration.scrollDirection = direction
        layout.configuration.interSectionSpacing = 5
        let size = CGSize(width: 300, height: 200)
        return layout.plan(counts, in: size, UITraitCollection(userInterfaceStyle: .light)) {
            path,
            _ in
            heights.indices.contains(path.item) ? heights[path.item] : nil
        }
    }

    @Test func `a grid's lines are filled with as many items as have room`() throws {
        let item = NSCollectionLayoutItem(
            layoutSize: size(.fractionalWidth(1.0 / 3), .fractionalHeight(1))
        )
        item.contentInsets = NSDirectionalEdgeInsets(top: 2, leading: 2, bottom: 2, trailing: 2)
        let group = NSCollectionLayoutGroup.horizontal(
            layoutSize: size(.fractionalWidth(1), .fractionalWidth(1.0 / 3)),
            subitems: [item]
        )
        let plan = plan([4]) { _ in
            let section = NSCollectionLayoutSection(group: group)
            section.interGroupSpacing = 6
            section.contentInsets.top = 10
            return section
        }
        let place = try #require(plan.places.first)
        #expect(place.items.map(\.minX) == [2, 102, 202, 2])
        #expect(place.items.map(\.minY) == [12, 12, 12, 118])
        #expect(place.items.allSatisfy { $0.size == CGSize(width: 96, height: 96) })
        #expect(plan.contentSize.height == 216)
    }

    @Test func `so many items share a group, and its spaces are taken off`() throws {
        let item = NSCollectionLayoutItem(
            layoutSize: size(.fractionalWidth(1), .fractionalHeight(1))
        )
        let group = NSCollectionLayoutGroup.horizontal(
            layoutSize: size(.fractionalWidth(1), .absolute(50)),
            repeatingSubitem: item,
            count: 2
        )
        group.interItemSpacing = .fixed(20)
        let plan = plan([3]) { _ in
            let section = NSCollectionLayoutSection(group: group)
            section.contentInsets = NSDirectionalEdgeInsets(
                top: 0,
                leading: 10,
                bottom: 5,
                trailing: 10
            )
            return section
        }
        #expect(
            plan.places.first?.items == [
                CGRect(x: 10, y: 0, width: 130, height: 50),
                CGRect(x: 160, y: 0, width: 130, height: 50),
                CGRect(x: 10, y: 50, width: 130, height: 50),
            ]
        )
        #expect(plan.contentSize.height == 105)
    }

    @Test func `flexible space goes between the items, and groups can be within groups`() throws {
        let small = NSCollectionLayoutItem(layoutSize: size(.absolute(60), .fractionalHeight(0.5)))
        let column = NSCollectionLayoutGroup.vertical(
            layoutSize: size(.absolute(60), .fractionalHeight(1)),
            subitems: [small]
        )
        let large = NSCollectionLayoutItem(layoutSize: size(.absolute(100), .fractionalHeight(1)))
        let group = NSCollectionLayoutGroup.horizontal(
            layoutSize: size(.fractionalWidth(1), .absolute(80)),
            subitems: [large, column]
        )
        group.interItemSpacing = .flexible(0)
        let plan = plan([3]) { _ in NSCollectionLayoutSection(group: group) }
        #expect(
            plan.places.first?.items == [
                CGRect(x: 0, y: 0, width: 100, height: 80),
                CGRect(x: 240, y: 0, width: 60, height: 40),
                CGRect(x: 240, y: 40, width: 60, height: 40),
            ]
        )
    }

    @Test
    func `a list's rows are as high as what they show, headers and sections below each other`()
        throws
    {
        var list = UICollectionLayoutListConfiguration(appearance: .insetGrouped)
        list.headerMode = .supplementary
        let layout = UICollectionViewCompositionalLayout.list(using: list)
        let plan = layout.plan(
            [2, 1],
            in: CGSize(width: 300, height: 200),
            UITraitCollection(userInterfaceStyle: .light)
        ) { path, width in
            #expect(width == 268)
            return path == IndexPath(item: 1, section: 0) ? 69.5 : 44
        }
        let headers: [CGFloat] = plan.places.flatMap { place in place.boundaries.map(\.frame.minY) }
        #expect(headers == [0, 187])
        let rows = plan.places.flatMap(\.items)
        #expect(rows.map(\.minY) == [55.5, 99.5, 242.5])
        #expect(rows.map(\.height) == [44, 70, 44])
        #expect(plan.places.allSatisfy { $0.list != nil })
        #expect(plan.contentSize.height == 304)
    }

    @Test func `a section that scrolls to the side has a scroll view of its own`() throws {
        let item = NSCollectionLayoutItem(
            layoutSize: size(.fractionalWidth(1), .fractionalHeight(1))
        )
        let group = NSCollectionLayoutGroup.horizontal(
            layoutSize: size(.absolute(80), .absolute(40)),
            subitems: [item]
        )
        let section = NSCollectionLayoutSection(group: group)
        section.orthogonalScrollingBehavior = .paging
        section.interGroupSpacing = 10
        let cards = Cards()
        let collection = UICollectionView(
            frame: CGRect(x: 0, y: 0, width: 200, height: 100),
            collectionViewLayout: UICollectionViewCompositionalLayout(section: section)
        )
        collection.dataSource = cards
        collection.layoutIfNeeded()
        let scroll = try #require(collection.visibleCells.first?.superview as? UIScrollView)
        #expect(scroll !== collection && scroll.isPagingEnabled)
        #expect(scroll.frame == CGRect(x: 0, y: 0, width: 200, height: 40))
        #expect(scroll.contentSize == CGSize(width: 260, height: 40))
        #expect(collection.visibleCells.map(\.frame.minX) == [0, 90, 180])
        #expect(collection.contentSize == CGSize(width: 200, height: 40))
        #expect(collection.visibleCells.map { ($0 as? Card)?.number } == [0, 1, 2])
        collection.reloadData()
        collection.layoutIfNeeded()
        #expect(scroll.superview == nil)
    }

    /// A group of one item.
    private func group(_ width: CGFloat, _ height: CGFloat) -> NSCollectionLayoutGroup {
        let item = NSCollectionLayoutItem(
            layoutSize: size(.fractionalWidth(1), .fractionalHeight(1))
        )
        let size = size(.absolute(width), .absolute(height))
        return .horizontal(layoutSize: size, subitems: [item])
    }

    @Test func `sections of a layout that scrolls to the side stand beside each other`() {
        let plan = plan([3, 1], scrolls: .horizontal) { number in
            let section = NSCollectionLayoutSection(group: group(80, 40))
            section.interGroupSpacing = 10
            section.contentInsets = NSDirectionalEdgeInsets(
                top: 4,
                leading: 16,
                bottom: 8,
                trailing: 16
            )
            if number == 0 {
                section.boundarySupplementaryItems = [
                    NSCollectionLayoutBoundarySupplementaryItem(
                        layoutSize: size(.absolute(70), .absolute(20)),
                        elementKind: "head",
                        alignment: .top
                    )
                ]
            }
            return section
        }
        #expect(plan.places.map { $0.items.map(\.minX) } == [[16, 106, 196], [313]])
        #expect(plan.places.map { $0.items.map(\.minY) } == [[24, 24, 24], [4]])
        let head = plan.places.first?.boundaries.first?.frame
        #expect(head == CGRect(x: 16, y: 0, width: 70, height: 20))
        #expect(plan.contentSize == CGSize(width: 409, height: 200))
    }

    @Test func `a section across a layout that scrolls to the side scrolls down`() throws {
        let plan = plan([3, 1], scrolls: .horizontal) { number in
            let section = NSCollectionLayoutSection(group: group(80, 90))
            section.orthogonalScrollingBehavior = number == 0 ? .continuous : .none
            section.interGroupSpacing = 10
            return section
        }
        let first = try #require(plan.places.first)
        #expect(first.items.map(\.minY) == [0, 100, 200])
        #expect(first.scroll?.frame == CGRect(x: 0, y: 0, width: 80, height: 200))
        #expect(first.scroll?.contentSize == CGSize(width: 80, height: 290))
        #expect(plan.places.last?.items.map(\.minX) == [85])
    }

    @Test func `groups that are paged in the middle begin and end in the middle`() throws {
        let plan = plan([3]) { _ in
            let section = NSCollectionLayoutSection(group: group(200, 90))
            section.orthogonalScrollingBehavior = .groupPagingCentered
            section.interGroupSpacing = 10
            section.contentInsets.leading = 16
            section.contentInsets.trailing = 16
            return section
        }
        let place = try #require(plan.places.first)
        // 300 points are seen: 50 before a group of 200, and 50 after it.
        #expect(place.items.map(\.minX) == [50, 260, 470])
        #expect(place.scroll?.contentSize == CGSize(width: 720, height: 90))
    }

    @Test func `texts below each other take the width that a row's picture leaves`() {
        let cell = UITableViewCell(style: .subtitle, reuseIdentifier: nil)
        let labels = [cell.textLabel, cell.detailTextLabel].compactMap(\.self)
        let picture = cell.imageView?.contentHuggingPriority(for: .horizontal)
        #expect(picture == .defaultHigh && labels.count == 2)
        for label in labels {
            #expect(label.contentHuggingPriority(for: .horizontal) == .defaultLow)
        }
        let value = UITableViewCell(style: .value1, reuseIdentifier: nil).detailTextLabel
        #expect(value?.contentHuggingPriority(for: .horizontal) == .defaultHigh)
    }

    @Test func `a group that takes nothing, and one without a size, end`() {
        let empty = NSCollectionLayoutGroup.horizontal(
            layoutSize: size(.fractionalWidth(1), .absolute(40)),
            subitems: []
        )
        #expect(plan([5]) { _ in NSCollectionLayoutSection(group: empty) }.contentSize.height == 0)
        let flat = NSCollectionLayoutItem(layoutSize: size(.absolute(0), .absolute(0)))
        let group = NSCollectionLayoutGroup.horizontal(
            layoutSize: size(.absolute(0), .absolute(0)),
            subitems: [flat]
        )
        let places = plan([5]) { _ in NSCollectionLayoutSection(group: group) }.places
        #expect(places.first?.items.count == 5)
    }

    private final class Card: UICollectionViewCell {
        var number: Int?
    }

    private final class Cards: NSObject, UICollectionViewDataSource {
        let registration = UICollectionView.CellRegistration<Card, Int> { cell, _, number in
            cell.number = number
        }

        func collectionView(
            _ collectionView: UICollectionView,
            numberOfItemsInSection section: Int
        ) -> Int { 3 }

        func collectionView(
            _ collectionView: UICollectionView,
            cellForItemAt path: IndexPath
        ) -> UICollectionViewCell {
            collectionView.dequeueConfiguredReusableCell(
                using: registration,
                for: path,
                item: path.item
            )
        }
    }

    @Test func `a header of an estimated height is as high as what it shows`() throws {
        let whole = size(.fractionalWidth(1), .absolute(40))
        let group = NSCollectionLayoutGroup.vertical(
            layoutSize: whole,
            subitems: [NSCollectionLayoutItem(layoutSize: whole)]
        )
        let section = NSCollectionLayoutSection(group: group)
        section.boundarySupplementaryItems = [
            NSCollectionLayoutBoundarySupplementaryItem(
                layoutSize: size(.fractionalWidth(1), .estimated(10)),
                elementKind: "head",
                alignment: .top
            )
        ]
        let layout = UICollectionViewCompositionalLayout(section: section)
        let plan = layout.plan([1], in: CGSize(width: 300, height: 200), .light) { _, _ in
            nil
        } boundary: { kind, section, width in
            kind == "head" && section == 0 && width == 300 ? 57.2 : nil
        }
        #expect(plan.places.first?.boundaries.first?.frame.height == 58)
        #expect(plan.places.first?.items.first?.minY == 58)
    }
}
