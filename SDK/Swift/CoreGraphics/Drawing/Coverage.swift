// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// How much of each pixel a shape covers, within a rectangle of pixels.
struct Coverage: Sendable {
    let columns: Range<Int>
    let rows: Range<Int>
    private var values: [UInt8]

    /// Rows are looked at this often; along a row the coverage is exact.
    private static let subrows = 8

    /// Covers the inside of an outline, as far as it is within some columns and rows.
    init(_ outline: Outline, rule: CGPathFillRule, columns: Range<Int>, rows: Range<Int>) {
        let points = outline.polygons.flatMap(\.points).filter { $0.x.isFinite && $0.y.isFinite }
        let box = CGRect(holding: points)
        self.columns = Self.range(box.isNull ? 0...0 : box.minX...box.maxX).clamped(to: columns)
        self.rows = Self.range(box.isNull ? 0...0 : box.minY...box.maxY).clamped(to: rows)
        values = Array(repeating: 0, count: self.columns.count * self.rows.count)
        guard !values.isEmpty else { return }
        fill(Edge.all(of: outline), rule)
    }

    private static func range(_ extent: ClosedRange<CGFloat>) -> Range<Int> {
        let limit = CGFloat(PixelBuffer.longestSide)
        let low = min(max(extent.lowerBound.rounded(.down), 0), limit)
        let high = min(max(extent.upperBound.rounded(.up), low), limit)
        return Int(low)..<Int(high)
    }

    /// The coverage of a pixel, 0 to 255.
    subscript(x: Int, y: Int) -> UInt8 {
        guard columns.contains(x), rows.contains(y) else { return 0 }
        return values[(y - rows.lowerBound) * columns.count + x - columns.lowerBound]
    }

    /// Leaves what another shape covers, too.
    mutating func intersect(_ other: Coverage) {
        for y in rows {
            for x in columns {
                let index = (y - rows.lowerBound) * columns.count + x - columns.lowerBound
                values[index] = UInt8((Int(values[index]) * Int(other[x, y]) + 127) / 255)
            }
        }
    }

    private mutating func fill(_ edges: [Edge], _ rule: CGPathFillRule) {
        var active: [Edge] = []
        var next = 0
        var sums = [Float](repeating: 0, count: columns.count)
        for y in rows {
            while next < edges.count, edges[next].top < CGFloat(y + 1) {
                active.append(edges[next])
                next += 1
            }
            active.removeAll { $0.bottom <= CGFloat(y) }
            guard !active.isEmpty else { continue }
            for subrow in 0..<Self.subrows {
                let level = CGFloat(y) + (CGFloat(subrow) + 0.5) / CGFloat(Self.subrows)
                add(crossings(active, level), rule, to: &sums)
            }
            write(&sums, y)
        }
    }

    /// Where a level meets the edges, from the left, and which way each goes.
    private func crossings(_ edges: [Edge], _ level: CGFloat) -> [(x: CGFloat, turn: Int)] {
        var found: [(x: CGFloat, turn: Int)] = []
        for edge in edges where edge.top <= level && level < edge.bottom {
            found.append((edge.x(at: level), edge.turn))
        }
        return found.sorted { $0.x < $1.x }
    }

    private func add(
        _ crossings: [(x: CGFloat, turn: Int)],
        _ rule: CGPathFillRule,
        to sums: inout [Float]
    ) {
        var winding = 0
        for (index, crossing) in crossings.enumerated().dropLast() {
            winding += crossing.turn
            let isInside = rule == .winding ? winding != 0 : index.isMultiple(of: 2)
            guard isInside else { continue }
            add(span: crossing.x, crossings[index + 1].x, to: &sums)
        }
    }

    private func add(span start: CGFloat, _ end: CGFloat, to sums: inout [Float]) {
        let low = max(start - CGFloat(columns.lowerBound), 0)
        let high = min(end - CGFloat(columns.lowerBound), CGFloat(columns.count))
        guard low < high else { return }
        for index in Int(low)..<Int(high.rounded(.up)) {
            let covered = min(high, CGFloat(index + 1)) - max(low, CGFloat(index))
            sums[index] += Float(covered)
        }
    }

    private mutating func write(_ sums: inout [Float], _ y: Int) {
        let start = (y - rows.lowerBound) * columns.count
        for index in sums.indices {
            let share = sums[index] / Float(Self.subrows)
            values[start + index] = UInt8(min(share, 1) * 255 + 0.5)
            sums[index] = 0
        }
    }
}

/// A line of an outline, from its top to its bottom.
private struct Edge {
    let top: CGFloat
    let bottom: CGFloat
    private let start: CGFloat
    private let slope: CGFloat
    /// 1 for one that goes down, -1 for one that goes up.
    let turn: Int

    /// The edges of all figures, each closed, by their tops; level ones meet no level.
    static func all(of outline: Outline) -> [Edge] {
        outline.polygons.flatMap { polygon in
            polygon.points.indices.compactMap { index in
                let next = (index + 1) % polygon.points.count
                return Edge(polygon.points[index], polygon.points[next])
            }
        }
        .sorted { $0.top < $1.top }
    }

    private init?(_ from: CGPoint, _ to: CGPoint) {
        guard from.y != to.y, from.x.isFinite, from.y.isFinite, to.x.isFinite, to.y.isFinite else {
            return nil
        }
        let (upper, lower) = from.y < to.y ? (from, to) : (to, from)
        top = upper.y
        bottom = lower.y
        start = upper.x
        slope = (lower.x - upper.x) / (lower.y - upper.y)
        turn = from.y < to.y ? 1 : -1
    }

    func x(at level: CGFloat) -> CGFloat {
        start + (level - top) * slope
    }
}
