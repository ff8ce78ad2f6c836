// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// A path as polygons of pixels.
struct Outline {
    /// A figure of lines.
    struct Polygon {
        var points: [CGPoint]
        var isClosed = false
    }

    private(set) var polygons: [Polygon] = []

    /// Takes a path's figures, curves as lines.
    init(_ path: CGPath, transform: CGAffineTransform) {
        for element in path.elements.map({ $0.applying(transform) }) { take(element) }
    }

    /// Takes polygons.
    init(polygons: [Polygon]) {
        self.polygons = polygons
    }

    private mutating func take(_ element: CGPath.Element) {
        switch element {
        case .move(let point): polygons.append(Polygon(points: [point]))
        case .line(let point): append([point])
        case .curve(let first, let second, let end):
            guard let start = polygons.last?.points.last else { return }
            append(Self.lines(from: start, first, second, to: end))
        case .close:
            guard !polygons.isEmpty else { return }
            polygons[polygons.count - 1].isClosed = true
        }
    }

    /// Adds points to the last figure; after a closed one, to a new one that starts where it did.
    private mutating func append(_ points: [CGPoint]) {
        guard let last = polygons.last, let start = last.points.first else { return }
        if last.isClosed { polygons.append(Polygon(points: [start])) }
        polygons[polygons.count - 1].points += points
    }

    /// Points along a curve, a pixel or two apart.
    private static func lines(
        from start: CGPoint,
        _ first: CGPoint,
        _ second: CGPoint,
        to end: CGPoint
    ) -> [CGPoint] {
        let length = start.distance(first) + first.distance(second) + second.distance(end)
        guard length.isFinite else { return [end] }
        let count = min(max(Int(length / 2), 4), 256)
        return (1...count).map { index in
            let along = CGFloat(index) / CGFloat(count)
            let near = start.toward(first, along)
            let middle = first.toward(second, along)
            let far = second.toward(end, along)
            return near.toward(middle, along).toward(middle.toward(far, along), along)
        }
    }
}

extension CGPoint {
    func distance(_ other: CGPoint) -> CGFloat {
        let (across, down) = (other.x - x, other.y - y)
        return (across * across + down * down).squareRoot()
    }
}
