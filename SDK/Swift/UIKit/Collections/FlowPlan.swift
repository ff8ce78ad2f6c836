// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// Where the items of a collection go: lines, each filled until the next item has no room.
///
/// What is along a line is called length here, what is across it depth, so that one calculation
/// serves both scroll directions. Items of a full line are spread over it. The last line of a section
/// keeps the gap of the line before, so that items of one size stand in columns.
struct FlowPlan {
    /// A section as it is to be arranged.
    struct Section {
        var items: [CGSize] = []
        var inset: UIEdgeInsets = .zero
        var lineSpacing: CGFloat = 0
        var itemSpacing: CGFloat = 0
        var header: CGFloat = 0
        var footer: CGFloat = 0
    }

    /// Where a section's parts are.
    struct Place: Equatable {
        var header: CGRect = .zero
        var items: [CGRect] = []
        var footer: CGRect = .zero
    }

    /// The sections' places, in order.
    private(set) var places: [Place] = []

    /// The size of all of it.
    private(set) var size: CGSize = .zero

    private let isVertical: Bool
    private let length: CGFloat
    private var depth: CGFloat = 0

    /// Arranges sections.
    ///
    /// - Parameters:
    ///   - sections: What is arranged.
    ///   - isVertical: Whether it scrolls up and down; lines are then rows.
    ///   - bounds: What is seen of it at once.
    init(_ sections: [Section], isVertical: Bool, in bounds: CGSize) {
        self.isVertical = isVertical
        length = isVertical ? bounds.width : bounds.height
        for section in sections { places.append(place(section)) }
        size =
            isVertical
            ? CGSize(width: length, height: depth) : CGSize(width: depth, height: length)
    }

    private mutating func place(_ section: Section) -> Place {
        let inset = section.inset
        var place = Place()
        place.header = rectangle(0, length, section.header)
        depth += section.header + (isVertical ? inset.top : inset.left)
        let (before, after) = isVertical ? (inset.left, inset.right) : (inset.top, inset.bottom)
        let room = max(0, length - before - after)
        var gap = section.itemSpacing
        let lines = lines(section, room)
        for (index, line) in lines.enumerated() {
            if index > 0 { depth += section.lineSpacing }
            let lineDepth = line.map(across).max() ?? 0
            let isLast = index == lines.count - 1
            if !isLast, line.count > 1 {
                let taken = line.reduce(0) { $0 + along($1) }
                gap = (room - taken) / CGFloat(line.count - 1)
            }
            var start = before
            for item in line {
                let slack = (lineDepth - across(item)) / 2
                place.items.append(rectangle(start, along(item), across(item), below: slack))
                start += along(item) + gap
            }
            depth += lineDepth
        }
        depth += isVertical ? inset.bottom : inset.right
        place.footer = rectangle(0, length, section.footer)
        depth += section.footer
        return place
    }

    private func lines(_ section: Section, _ room: CGFloat) -> [[CGSize]] {
        var lines: [[CGSize]] = []
        var taken: CGFloat = 0
        for item in section.items {
            let next = taken + section.itemSpacing + along(item)
            // Sizes are often a fraction of the width, and rounded.
            if lines.isEmpty || next > room + 0.01 {
                lines.append([item])
                taken = along(item)
            } else {
                lines[lines.count - 1].append(item)
                taken = next
            }
        }
        return lines
    }

    private func along(_ size: CGSize) -> CGFloat { max(0, isVertical ? size.width : size.height) }
    private func across(_ size: CGSize) -> CGFloat { max(0, isVertical ? size.height : size.width) }

    private func rectangle(
        _ start: CGFloat,
        _ length: CGFloat,
        _ thickness: CGFloat,
        below slack: CGFloat = 0
    ) -> CGRect {
        isVertical
            ? CGRect(x: start, y: depth + slack, width: length, height: thickness)
            : CGRect(x: depth + slack, y: start, width: thickness, height: length)
    }
}
