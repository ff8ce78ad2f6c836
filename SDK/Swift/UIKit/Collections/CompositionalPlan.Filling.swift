// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

extension CompositionalPlan {
    /// More items than these are not arranged for one group.
    private static let maximumCount = 1000

    /// The items of a section as they are put into groups, one after the other.
    struct Filling {
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
            in container: CGSize
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
