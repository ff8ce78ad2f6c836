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
    static func figures(of path: CGPath) -> [Polyline] {
        let scale: CGFloat = 8
        let outline = Outline(path, transform: CGAffineTransform(scaleX: scale, y: scale))
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
