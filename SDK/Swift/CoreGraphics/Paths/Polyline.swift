// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// A figure of a path as lines, to be cut by lengths along it.
struct Polyline {
    private let points: [CGPoint]
    /// How far it is along the lines to each point.
    private let distances: [CGFloat]

    /// How long the figure is.
    var length: CGFloat { distances.last ?? 0 }

    /// The figures of a path; curves become lines that are short against a pixel's side.
    static func figures(
        of path: CGPath,
        _ transform: CGAffineTransform = .identity
    ) -> [Polyline] {
        let scale: CGFloat = 8
        let map = transform.concatenating(CGAffineTransform(scaleX: scale, y: scale))
        let outline = Outline(path, transform: map)
        return outline.polygons.map { figure in
            var points = figure.points.map { CGPoint(x: $0.x / scale, y: $0.y / scale) }
            if figure.isClosed, let first = points.first { points.append(first) }
            return Polyline(points)
        }
    }

    private init(_ points: [CGPoint]) {
        let finite = points.filter { $0.x.isFinite && $0.y.isFinite }
        self.points = finite
        var length: CGFloat = 0
        distances = finite.indices.map { index in
            if index > 0 { length += finite[index - 1].distance(finite[index]) }
            return length
        }
    }

    /// How often the figure, closed, goes around a point: clockwise as seen, less the other way round.
    func turns(about point: CGPoint) -> Int {
        guard let last = points.last else { return 0 }
        var (turns, from) = (0, last)
        for to in points {
            let isCrossed = (from.y <= point.y) != (to.y <= point.y)
            if isCrossed {
                let along = (point.y - from.y) / (to.y - from.y)
                if from.x + (to.x - from.x) * along > point.x { turns += to.y > from.y ? 1 : -1 }
            }
            from = to
        }
        return turns
    }

    /// Adds what lies between two lengths to a path.
    func append(from start: CGFloat, to end: CGFloat, to path: CGMutablePath) {
        let (start, end) = (max(start, 0), min(end, length))
        guard start < end else { return }
        path.move(to: point(at: start))
        for (point, distance) in zip(points, distances) where distance > start && distance < end {
            path.addLine(to: point)
        }
        path.addLine(to: point(at: end))
    }

    private func point(at length: CGFloat) -> CGPoint {
        guard let next = distances.firstIndex(where: { $0 >= length }) else {
            return points.last ?? .zero
        }
        guard next > 0 else { return points[0] }
        let span = distances[next] - distances[next - 1]
        return points[next - 1]
            .toward(points[next], span > 0 ? (length - distances[next - 1]) / span : 0)
    }
}
