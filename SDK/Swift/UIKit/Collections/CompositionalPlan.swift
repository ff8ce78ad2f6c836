// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// Where the items of a compositional layout go: sections below or beside each other, of groups that
/// stand the same way or, where they scroll by themselves, across it.
@MainActor
struct CompositionalPlan {
    /// Where a section's parts are; of one that scrolls by itself the items are in its scroll view.
    struct Place {
        var items: [CGRect] = []
        var boundaries: [(kind: String, frame: CGRect)] = []
        var scroll: (frame: CGRect, contentSize: CGSize, isPaging: Bool)?
        var list: UICollectionLayoutListConfiguration?
    }

    /// The sections' places, in order.
    private(set) var places: [Place] = []

    /// How much there is so far, down or, where sections stand beside each other, across.
    private(set) var length: CGFloat = 0

    private let size: CGSize
    private let isHorizontal: Bool
    private let measure: (IndexPath, CGFloat) -> CGFloat?
    private let measureBoundary: (String, Int, CGFloat) -> CGFloat?

    init(
        size: CGSize,
        isHorizontal: Bool,
        measure: @escaping (IndexPath, CGFloat) -> CGFloat?,
        measureBoundary: @escaping (String, Int, CGFloat) -> CGFloat? = { _, _, _ in nil }
    ) {
        self.size = size
        self.isHorizontal = isHorizontal
        self.measure = measure
        self.measureBoundary = measureBoundary
    }

    /// How large all of it is.
    var contentSize: CGSize {
        isHorizontal
            ? CGSize(width: length, height: size.height)
            : CGSize(width: size.width, height: length)
    }

    mutating func skip(_ space: CGFloat) { length += space }

    /// Arranges another section.
    mutating func add(_ section: NSCollectionLayoutSection, count: Int) {
        var place = Place(list: section.list)
        if isHorizontal {
            addBeside(section, count: count, to: &place)
        } else {
            addBelow(section, count: count, to: &place)
        }
        places.append(place)
    }

    private mutating func addBelow(
        _ section: NSCollectionLayoutSection,
        count: Int,
        to place: inout Place
    ) {
        let inset = section.contentInsets
        let width = max(0, size.width - inset.leading - inset.trailing)
        length += addBoundaries(of: section, above: true, at: inset.leading, length, width, &place)
        length += inset.top
        let isAside = section.orthogonalScrollingBehavior != .none
        let corner = CGPoint(x: inset.leading, y: isAside ? 0 : length)
        let container = CGSize(width: width, height: size.height)
        let used = fill(section, count, from: corner, in: container, isAcross: isAside, &place)
        if isAside {
            let content = CGSize(width: used.width + inset.trailing, height: used.height)
            let frame = CGRect(x: 0, y: length, width: size.width, height: used.height)
            place.scroll = (frame, content, section.orthogonalScrollingBehavior == .paging)
            length += used.height
        } else {
            length = used.height
        }
        length += inset.bottom
        length += addBoundaries(of: section, above: false, at: inset.leading, length, width, &place)
    }

    private mutating func addBeside(
        _ section: NSCollectionLayoutSection,
        count: Int,
        to place: inout Place
    ) {
        let inset = section.contentInsets
        let width = max(0, size.width - inset.leading - inset.trailing)
        let start = length + inset.leading
        var top = addBoundaries(of: section, above: true, at: start, 0, width, &place)
        top += inset.top
        let isAside = section.orthogonalScrollingBehavior != .none
        let corner = CGPoint(x: isAside ? 0 : start, y: isAside ? inset.top : top)
        let height = max(0, size.height - top - inset.bottom)
        let container = CGSize(width: width, height: height)
        let used = fill(section, count, from: corner, in: container, isAcross: !isAside, &place)
        if isAside {
            let content = CGSize(width: used.width, height: used.height + inset.bottom)
            let edge = top - inset.top
            let frame = CGRect(x: start, y: edge, width: used.width, height: size.height - edge)
            place.scroll = (frame, content, section.orthogonalScrollingBehavior == .paging)
            length = start + used.width
            top = size.height - inset.bottom
        } else {
            length = used.width
            top += used.height
        }
        length += inset.trailing
        _ = addBoundaries(of: section, above: false, at: start, top + inset.bottom, width, &place)
    }

    /// Puts a section's groups one after the other, and says how far they reach.
    private func fill(
        _ section: NSCollectionLayoutSection,
        _ count: Int,
        from start: CGPoint,
        in container: CGSize,
        isAcross: Bool,
        _ place: inout Place
    ) -> CGSize {
        var filling = Filling(section: places.count, count: count, measure: measure)
        var corner = start
        var depth: CGFloat = 0
        var margins: (first: CGFloat, last: CGFloat) = (0, 0)
        let visible = isAcross ? size.width : size.height
        while filling.hasMore {
            if filling.next > 0 {
                corner.advance(section.interGroupSpacing, isAcross: isAcross)
            }
            let before = filling.next
            let used = filling.fill(section.group, at: corner, in: container)
            // A group that takes no item would be added for ever.
            guard filling.next > before else { break }
            let along = isAcross ? used.width : used.height
            let space = max(0, (visible - along) / 2)
            if before == 0 { margins.first = space }
            margins.last = space
            corner.advance(along, isAcross: isAcross)
            depth = max(depth, isAcross ? used.height : used.width)
        }
        place.items = filling.frames
        if section.orthogonalScrollingBehavior == .groupPagingCentered {
            let first = isAcross ? start.x : start.y
            let shift = max(0, margins.first - first)
            place.items = place.items.map {
                $0.offsetBy(dx: isAcross ? shift : 0, dy: isAcross ? 0 : shift)
            }
            let inset = section.contentInsets
            let end = margins.last - (isAcross ? inset.trailing : inset.bottom)
            corner.advance(shift + max(0, end), isAcross: isAcross)
        }
        return isAcross
            ? CGSize(width: corner.x, height: depth) : CGSize(width: depth, height: corner.y)
    }

    /// Puts a section's headers or footers below each other, and says how high they are.
    private func addBoundaries(
        of section: NSCollectionLayoutSection,
        above: Bool,
        at x: CGFloat,
        _ y: CGFloat,
        _ width: CGFloat,
        _ place: inout Place
    ) -> CGFloat {
        var height: CGFloat = 0
        for item in section.boundarySupplementaryItems where item.alignment.isAbove == above {
            var own = item.layoutSize.size(in: CGSize(width: width, height: size.height))
            if item.layoutSize.heightDimension.isEstimated {
                let measured = measureBoundary(item.elementKind, places.count, own.width)
                own.height = measured?.rounded(.up) ?? own.height
            }
            let frame = CGRect(origin: CGPoint(x: x, y: y + height), size: own)
            place.boundaries.append((item.elementKind, frame))
            height += own.height
        }
        return height
    }
}

extension CGPoint {
    fileprivate mutating func advance(_ length: CGFloat, isAcross: Bool) {
        if isAcross { x += length } else { y += length }
    }
}
