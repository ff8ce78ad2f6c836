// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

extension UICollectionView {
    /// Puts everything where a layout of the extension's own has it; false where it says nothing.
    func arrange(byOwn layout: UICollectionViewLayout) -> Bool {
        let size = layout.collectionViewContentSize
        let everything = CGRect(
            x: 0,
            y: 0,
            width: max(size.width, bounds.width),
            height: max(size.height, bounds.height)
        )
        guard let all = layout.layoutAttributesForElements(in: everything) else { return false }
        let known = Dictionary(cells.map { ($0.path, $0.cell) }) { first, _ in first }
        var shown: Set<UIView> = []
        let ordered = all.enumerated()
            .sorted {
                ($0.element.zIndex, $0.offset) < ($1.element.zIndex, $1.offset)
            }
        for (_, place) in ordered {
            let view =
                if let kind = place.representedElementKind {
                    boundary(kind, of: place.indexPath.section)
                } else {
                    known[place.indexPath] as UICollectionReusableView?
                }
            guard let view, shown.insert(view).inserted else { continue }
            place.apply(to: view)
            bringSubviewToFront(view)
        }
        for view in elements where !shown.contains(view) { view.isHidden = true }
        contentSize = size
        return true
    }

    /// Where the items of a flow layout, or of one that has none of its own, go.
    var flowPlan: FlowPlan {
        let sections = (0..<numberOfSections)
            .map { number in
                let count = max(0, numberOfItems(inSection: number))
                return section(
                    number,
                    of: (0..<count).map { IndexPath(item: $0, section: number) }
                )
            }
        return FlowPlan(sections, isVertical: flow.scrollDirection == .vertical, in: bounds.size)
    }
}

extension FlowPlan {
    /// What it has, as a layout says it.
    @MainActor var attributes: [UICollectionViewLayoutAttributes] {
        places.enumerated()
            .flatMap { section, place in
                let path = IndexPath(item: 0, section: section)
                let ends = [
                    (UICollectionView.elementKindSectionHeader, place.header),
                    (UICollectionView.elementKindSectionFooter, place.footer),
                ]
                let boundaries = ends.filter { !$0.1.isEmpty }
                    .map { kind, frame in
                        let attributes = UICollectionViewLayoutAttributes(
                            forSupplementaryViewOfKind: kind,
                            with: path
                        )
                        attributes.frame = frame
                        return attributes
                    }
                let items = place.items.enumerated()
                    .map { item, frame in
                        let attributes = UICollectionViewLayoutAttributes(
                            forCellWith: IndexPath(item: item, section: section)
                        )
                        attributes.frame = frame
                        return attributes
                    }
                return items + boundaries
            }
    }
}
