// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// Where the items of a compositional layout go: sections below each other, of groups below or, where
/// they scroll to the side, beside each other.
@MainActor
struct CompositionalPlan {
    /// Where a section's parts are; of one that scrolls to the side the items are in its scroll view.
    struct Place {
        var items: [CGRect] = []
        var boundaries: [(kind: String, frame: CGRect)] = []
        var scroll: (frame: CGRect, contentSize: CGSize, isPaging: Bool)?
        var list: UICollectionLayoutListConfiguration?
    }

    /// The sections' places, in order.
    private(set) var places: [Place] = []

    /// How high all of it is.
    private(set) var height: CGFloat = 0

    private let size: CGSize
    private let measure: (IndexPath, CGFloat) -> CGFloat?
    private let measureBoundary: (String, Int, CGFloat) -> CGFloat?

    /// More items than these are not arranged for one group.
    private static let maximumCount = 1000

    init(
        width: CGFloat,
        height: CGFloat,
        measure: @escaping (IndexPath, CGFloat) -> CGFloat?,
        measureBoundary: @escaping (String, Int, CGFloat) -> CGFloat? = { _, _, _ in nil }
    ) {
        size = CGSize(width: width, height: height)
        self.measure = measure
        self.measureBoundary = measureBoundary
    }

    mutating func skip(_ space: CGFloat) { height += space }

    /// Arranges another section below.
    mutating func add(_ section: NSCollectionLayoutSection, count: Int) {
        let inset = section.contentInsets
        var place = Place(list: section.list)
        addBoundaries(of: section, above: true, to: &place)
        height += inset.top
        let container = CGSize(
            width: max(0, size.width - inset.leading - inset.trailing),
            height: size.height
        )
        var filling = Filling(section: places.count, count: count, measure: measure)
        let isAside = section.orthogonalScrollingBehavior != .none
        var corner = CGPoint(x: inset.leading, y: isAside ? 0 : height)
        var thickness: CGFloat = 0
        while filling.hasMore {
            if filling.next > 0 {
                if isAside {
                    corner.x += section.interGroupSpacing
                } else {
                    corner.y += section.interGroupSpacing
                }
            }
            let before = filling.next
            let used = filling.fill(section.group, at: corner, in: container)
            // A group that takes no item would be added for ever.
            guard filling.next > before else { break }
            if isAside { corner.x += used.width } else { corner.y += used.height }
            thickness = max(thickness, used.height)
        }
        place.items = filling.frames
        if isAside {
            let frame = CGRect(x: 0, y: height, width: size.width, height: thickness)
            let content = CGSize(width: corner.x + inset.trailing, height: thickness)
            let isPaging = section.orthogonalScrollingBehavior == .paging
            place.scroll = (frame, content, isPaging)
            height += thickness
        } else {
            height = corner.y
        }
        height += inset.bottom
        addBoundaries(of: section, above: false, to: &place)
        places.append(place)
    }

    private mutating func addBoundaries(
        of section: NSCollectionLayoutSection,
        above: Bool,
        to place: inout Place
    ) {
        let inset = section.contentInsets
        let width = max(0, size.width - inset.leading - inset.trailing)
        for item in section.boundarySupplementaryItems where item.alignment.isAbove == above {
            var own = item.layoutSize.size(in: CGSize(width: width, height: size.height))
            if item.layoutSize.heightDimension.isEstimated {
                let measured = measureBoundary(item.elementKind, places.count, own.width)
                own.height = measured?.rounded(.up) ?? own.height
            }
            let frame = CGRect(origin: CGPoint(x: inset.leading, y: height), size: own)
            place.boundaries.append((item.elementKind, frame))
            height += own.height
        }
    }

    /// The items of a section as they are put into groups, one after the other.
    private struct Filling {
        let section: Int
        let count: Int
        let measure: (IndexPath, CGFloat) -> CGFloat?
        var frames: [CGRect] = []

        var next: Int { frames.count }
        var hasMore: Bool { next < count }

        /// Fills a group, and says how large it is.
        @MainActor
        mutating func fill(
            _ group: NSCollectionLayoutGroup,
            at corner: CGPoint,
            in container: CGSize,
            length fixed: CGFloat? = nil
        ) -> CGSize {
            var size = group.layoutSize.size(in: container)
            let inset = group.contentInsets
            let inner = CGSize(
                width: max(0, size.width - inset.leading - inset.trailing),
                height: max(0, size.height - inset.top - inset.bottom)
            )
            let origin = CGPoint(x: corner.x + inset.leading, y: corner.y + inset.top)
            var line = Line(group, inner)
            while hasMore, let item = line.nextItem, frames.count < maximumCount {
                let start = frames.count
                let place =
                    line.isHorizontal
                    ? CGPoint(x: origin.x + line.used, y: origin.y)
                    : CGPoint(x: origin.x, y: origin.y + line.used)
                let used = put(item, at: place, in: inner, share: line.share, line.isHorizontal)
                guard line.takes(used) else {
                    frames.removeSubrange(start...)
                    break
                }
                line.add(used, frames: start..<frames.count)
            }
            for (index, range) in line.ranges.enumerated() where line.slack > 0 {
                let shift = line.slack * CGFloat(index)
                for number in range {
                    frames[number] = frames[number]
                        .offsetBy(
                            dx: line.isHorizontal ? shift : 0,
                            dy: line.isHorizontal ? 0 : shift
                        )
                }
            }
            let own = line.size
            if group.layoutSize.widthDimension.isEstimated {
                size.width = own.width + inset.leading + inset.trailing
            }
            if group.layoutSize.heightDimension.isEstimated {
                size.height = own.height + inset.top + inset.bottom
            }
            return size
        }

        /// Puts one item into a group, or the items of a group in it.
        @MainActor
        private mutating func put(
            _ item: NSCollectionLayoutItem,
            at corner: CGPoint,
            in container: CGSize,
            share: CGFloat?,
            _ isHorizontal: Bool
        ) -> CGSize {
            var container = container
            var size = item.layoutSize.size(in: container)
            if let share {
                if isHorizontal { size.width = share } else { size.height = share }
            }
            if let group = item as? NSCollectionLayoutGroup {
                if share != nil { container = size }
                let used = fill(group, at: corner, in: container)
                return share == nil ? used : size
            }
            let inset = item.contentInsets
            let (across, down) = (inset.leading + inset.trailing, inset.top + inset.bottom)
            let width = max(0, size.width - across)
            if item.layoutSize.heightDimension.isEstimated, share == nil || isHorizontal {
                let path = IndexPath(item: next, section: section)
                // Whole points keep the line below a row off the next row.
                size.height = measure(path, width).map { $0.rounded(.up) + down } ?? size.height
            }
            frames.append(
                CGRect(
                    x: corner.x + inset.leading,
                    y: corner.y + inset.top,
                    width: width,
                    height: max(0, size.height - down)
                )
            )
            return size
        }
    }

    /// The items that are in a group so far.
    @MainActor
    private struct Line {
        let isHorizontal: Bool
        /// How long each of the items is that share the group; nil where each says its own.
        let share: CGFloat?
        private(set) var ranges: [Range<Int>] = []
        private(set) var used: CGFloat = 0
        private var depth: CGFloat = 0
        private let group: NSCollectionLayoutGroup
        private let length: CGFloat
        private let isOpen: Bool
        private var spacing: CGFloat { group.interItemSpacing?.spacing ?? 0 }

        init(_ group: NSCollectionLayoutGroup, _ inner: CGSize) {
            self.group = group
            isHorizontal = group.isHorizontal
            length = isHorizontal ? inner.width : inner.height
            let side =
                isHorizontal
                ? group.layoutSize.widthDimension : group.layoutSize.heightDimension
            isOpen = side.isEstimated
            let gap = group.interItemSpacing?.spacing ?? 0
            let length = length
            share =
                isOpen
                ? nil
                : group.count.map { max(0, (length - gap * CGFloat($0 - 1)) / CGFloat($0)) }
        }

        /// What comes next; nil where the group is full.
        var nextItem: NSCollectionLayoutItem? {
            guard !group.subitems.isEmpty else { return nil }
            let limit = group.count ?? (isOpen ? group.subitems.count : maximumCount)
            return ranges.count < limit ? group.subitems[ranges.count % group.subitems.count] : nil
        }

        /// Whether there is room; the first item is in it in any case.
        func takes(_ size: CGSize) -> Bool {
            ranges.isEmpty || isOpen || group.count != nil
                || used + along(size) <= length + 0.01 && along(size) > 0
        }

        mutating func add(_ size: CGSize, frames: Range<Int>) {
            used += along(size) + spacing
            depth = max(depth, isHorizontal ? size.height : size.width)
            ranges.append(frames)
        }

        var size: CGSize {
            let along = max(0, used - spacing)
            return isHorizontal
                ? CGSize(width: along, height: depth) : CGSize(width: depth, height: along)
        }

        /// What goes between two items besides.
        var slack: CGFloat {
            guard group.interItemSpacing?.isFlexible == true, ranges.count > 1, !isOpen else {
                return 0
            }
            return max(0, length - used + spacing) / CGFloat(ranges.count - 1)
        }

        private func along(_ size: CGSize) -> CGFloat { isHorizontal ? size.width : size.height }
    }
}
