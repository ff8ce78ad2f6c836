// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// A shape of lines and curves.
public class CGPath {
    /// One step of the shape.
    enum Element: Equatable {
        case move(CGPoint)
        case line(CGPoint)
        case curve(CGPoint, CGPoint, to: CGPoint)
        case close
    }

    var elements: [Element]

    init(elements: [Element]) {
        self.elements = elements
    }

    /// Creates a rectangle.
    public convenience init(rect: CGRect) {
        let path = CGMutablePath()
        path.addRect(rect)
        self.init(elements: path.elements)
    }

    /// Creates the ellipse inside a rectangle.
    public convenience init(ellipseIn rect: CGRect) {
        let path = CGMutablePath()
        path.addEllipse(in: rect)
        self.init(elements: path.elements)
    }

    /// Creates a rectangle with round corners.
    public convenience init(
        roundedRect rect: CGRect,
        cornerWidth: CGFloat,
        cornerHeight: CGFloat
    ) {
        let path = CGMutablePath()
        path.addRoundedRect(in: rect, cornerWidth: cornerWidth, cornerHeight: cornerHeight)
        self.init(elements: path.elements)
    }

    /// Creates a rectangle, mapped where there is a map.
    public convenience init(rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
        unsafe self.init(CGPath(rect: rect), transform)
    }

    /// Creates the ellipse inside a rectangle, mapped where there is a map.
    public convenience init(ellipseIn rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
        unsafe self.init(CGPath(ellipseIn: rect), transform)
    }

    /// Creates a rectangle with round corners, mapped where there is a map.
    public convenience init(
        roundedRect rect: CGRect,
        cornerWidth: CGFloat,
        cornerHeight: CGFloat,
        transform: UnsafePointer<CGAffineTransform>?
    ) {
        let path = CGPath(roundedRect: rect, cornerWidth: cornerWidth, cornerHeight: cornerHeight)
        unsafe self.init(path, transform)
    }

    private convenience init(_ path: CGPath, _ transform: UnsafePointer<CGAffineTransform>?) {
        let transform = unsafe transform?.pointee ?? .identity
        self.init(elements: path.elements.map { $0.applying(transform) })
    }

    /// Whether there is nothing in the path.
    public var isEmpty: Bool { elements.isEmpty }

    /// Where the next line would begin.
    public var currentPoint: CGPoint {
        guard let last = elements.last(where: { $0 != .close }) else { return .zero }
        return last.end ?? .zero
    }

    /// The smallest rectangle that holds the points and the points that guide curves.
    public var boundingBox: CGRect { CGRect(holding: elements.flatMap(\.points)) }

    /// The smallest rectangle that holds the shape, as nearly as its lines approach it.
    public var boundingBoxOfPath: CGRect {
        CGRect(holding: Outline(self, transform: .identity).polygons.flatMap(\.points))
    }

    /// Whether a point is inside the shape, which is closed for that.
    ///
    /// - Parameters:
    ///   - point: The point.
    ///   - rule: What counts as the inside.
    ///   - transform: How the shape is mapped before it is looked at.
    /// - Returns: Whether it is.
    public func contains(
        _ point: CGPoint,
        using rule: CGPathFillRule = .winding,
        transform: CGAffineTransform = .identity
    ) -> Bool {
        let turns = Polyline.figures(of: self, transform).reduce(0) { $0 + $1.turns(about: point) }
        return rule == .evenOdd ? turns % 2 != 0 : turns != 0
    }

    /// Returns a path that does not change with this one.
    public func copy() -> CGPath? { CGPath(elements: elements) }

    /// Returns a path that can be added to.
    public func mutableCopy() -> CGMutablePath? { CGMutablePath(elements: elements) }
}

extension CGPath.Element {
    /// Where the step ends; nil for a close.
    var end: CGPoint? {
        switch self {
        case .move(let point), .line(let point), .curve(_, _, let point): point
        case .close: nil
        }
    }

    var points: [CGPoint] {
        switch self {
        case .move(let point), .line(let point): [point]
        case .curve(let first, let second, let point): [first, second, point]
        case .close: []
        }
    }

    func applying(_ transform: CGAffineTransform) -> Self {
        switch self {
        case .move(let point): .move(point.applying(transform))
        case .line(let point): .line(point.applying(transform))
        case .curve(let first, let second, let point):
            .curve(
                first.applying(transform),
                second.applying(transform),
                to: point.applying(transform)
            )
        case .close: .close
        }
    }
}
