// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// How a path is stroked: each of its lines becomes a rectangle, each corner a joint.
struct Stroke {
    let width: CGFloat
    let cap: CGLineCap
    let join: CGLineJoin

    /// The polygons that cover the stroke, all turning the same way so that together they fill.
    func outline(of path: CGPath) -> [Outline.Polygon] {
        Outline(path, transform: .identity).polygons.flatMap(cover)
    }

    private func cover(_ figure: Outline.Polygon) -> [Outline.Polygon] {
        var points = figure.points.reduce(into: [CGPoint]()) { points, point in
            if points.last != point { points.append(point) }
        }
        if figure.isClosed, points.count > 1, points.first == points.last { points.removeLast() }
        guard points.count > 1 else { return [] }
        let count = points.count
        let segmentCount = figure.isClosed ? count : count - 1
        var pieces: [[CGPoint]] = (0..<segmentCount).map { index in
            let start = !figure.isClosed && index == 0
            let end = !figure.isClosed && index == segmentCount - 1
            return segment(points[index], points[(index + 1) % count], start: start, end: end)
        }
        for index in figure.isClosed ? 0..<count : 1..<count - 1 {
            let before = points[(index + count - 1) % count]
            pieces.append(joint(before, points[index], points[(index + 1) % count]))
        }
        if !figure.isClosed, cap == .round {
            pieces += [circle(points[0]), circle(points[count - 1])]
        }
        return pieces.filter { $0.count > 2 }.map { Outline.Polygon(points: $0.turnedLeft) }
    }

    private func segment(
        _ from: CGPoint,
        _ to: CGPoint,
        start: Bool,
        end: Bool
    ) -> [CGPoint] {
        let along = from.unit(to)
        let reach = cap == .square ? width / 2 : 0
        let first = start ? from.moved(along, -reach) : from
        let last = end ? to.moved(along, reach) : to
        let side = CGPoint(x: -along.y, y: along.x)
        return [
            first.moved(side, width / 2), last.moved(side, width / 2),
            last.moved(side, -width / 2), first.moved(side, -width / 2),
        ]
    }

    /// What fills the gap outside of a corner.
    private func joint(_ before: CGPoint, _ corner: CGPoint, _ after: CGPoint) -> [CGPoint] {
        guard join != .round else { return circle(corner) }
        let (into, out) = (before.unit(corner), corner.unit(after))
        let turn = into.x * out.y - into.y * out.x
        let side: CGFloat = turn > 0 ? -width / 2 : width / 2
        let first = corner.moved(CGPoint(x: -into.y, y: into.x), side)
        let second = corner.moved(CGPoint(x: -out.y, y: out.x), side)
        // Both sides meet at the tip of a mitre, unless it is too long (10 widths).
        let cosine = into.x * out.x + into.y * out.y
        guard join == .miter, cosine > -0.98 else { return [corner, first, second] }
        let middle = CGPoint(x: (first.x + second.x) / 2, y: (first.y + second.y) / 2)
        let stretch = 2 / (1 + cosine)
        let tip = CGPoint(
            x: corner.x + (middle.x - corner.x) * stretch,
            y: corner.y + (middle.y - corner.y) * stretch
        )
        return [corner, first, tip, second]
    }

    private func circle(_ center: CGPoint) -> [CGPoint] {
        let count = min(max(Int(width * 2), 8), 64)
        return (0..<count).map { index in
            let angle = 2 * CGFloat.pi * CGFloat(index) / CGFloat(count)
            return CGPoint(
                x: center.x + width / 2 * cos(angle),
                y: center.y + width / 2 * sin(angle)
            )
        }
    }
}

extension [CGPoint] {
    /// The polygon, turned to have a positive area.
    fileprivate var turnedLeft: [CGPoint] {
        var area: CGFloat = 0
        for (index, point) in enumerated() {
            let next = self[(index + 1) % count]
            area += point.x * next.y - point.y * next.x
        }
        return area < 0 ? reversed() : self
    }
}

extension CGPoint {
    /// The direction to another point.
    fileprivate func unit(_ other: CGPoint) -> CGPoint {
        let length = distance(other)
        guard length > 0 else { return .zero }
        return CGPoint(x: (other.x - x) / length, y: (other.y - y) / length)
    }

    /// The point moved along a direction.
    fileprivate func moved(_ direction: CGPoint, _ length: CGFloat) -> CGPoint {
        CGPoint(x: x + direction.x * length, y: y + direction.y * length)
    }
}
