// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// A shape that can be added to.
public final class CGMutablePath: CGPath {
    /// Creates a path with nothing in it.
    public init() {
        super.init(elements: [])
    }

    override init(elements: [Element]) {
        super.init(elements: elements)
    }

    /// Begins a figure at a point.
    public func move(to point: CGPoint) {
        elements.append(.move(point))
    }

    /// Adds a line from where the last step ended.
    public func addLine(to point: CGPoint) {
        elements.append(elements.isEmpty ? .move(point) : .line(point))
    }

    /// Adds a figure of lines.
    public func addLines(between points: [CGPoint]) {
        guard let first = points.first else { return }
        move(to: first)
        for point in points.dropFirst() { addLine(to: point) }
    }

    /// Adds a cubic curve from where the last step ended.
    public func addCurve(to end: CGPoint, control1: CGPoint, control2: CGPoint) {
        elements.append(.curve(control1, control2, to: end))
    }

    /// Adds a quadratic curve from where the last step ended.
    public func addQuadCurve(to end: CGPoint, control: CGPoint) {
        let start = currentPoint
        addCurve(
            to: end,
            control1: start.toward(control, 2 / 3),
            control2: end.toward(control, 2 / 3)
        )
    }

    /// Adds a rectangle.
    public func addRect(_ rect: CGRect) {
        addLines(between: rect.standardized.corners)
        closeSubpath()
    }

    /// Adds rectangles.
    public func addRects(_ rects: [CGRect]) {
        for rect in rects { addRect(rect) }
    }

    /// Adds the ellipse inside a rectangle.
    public func addEllipse(in rect: CGRect) {
        let rect = rect.standardized
        addRoundedRect(in: rect, cornerWidth: rect.width / 2, cornerHeight: rect.height / 2)
    }

    /// Adds a rectangle with round corners.
    public func addRoundedRect(in rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat) {
        addRoundedRect(
            in: rect,
            corner: CGSize(width: cornerWidth, height: cornerHeight),
            isRound: [true, true, true, true]
        )
    }

    /// Adds a rectangle of which some corners are round, from its least one on.
    package func addRoundedRect(in rect: CGRect, corner: CGSize, isRound: [Bool]) {
        let rect = rect.standardized
        let width = min(max(corner.width, 0), rect.width / 2)
        let height = min(max(corner.height, 0), rect.height / 2)
        let corners = rect.corners
        for index in corners.indices {
            let (here, before) = (corners[index], corners[(index + 3) % 4])
            let next = corners[(index + 1) % 4]
            let (wide, high) = isRound[index] ? (width, height) : (0, 0)
            let start = here.moved(toward: before, x: wide, y: high)
            let end = here.moved(toward: next, x: wide, y: high)
            if index == 0 { move(to: start) } else { addLine(to: start) }
            addCurve(
                to: end,
                control1: start.toward(here, Self.circleControl),
                control2: end.toward(here, Self.circleControl)
            )
        }
        closeSubpath()
    }

    /// How far towards a corner the guides of a quarter circle are.
    private static let circleControl: CGFloat = 0.552_284_749_8

    /// Adds an arc, with a line to its start where a figure has begun.
    ///
    /// - Parameters:
    ///   - center: The circle's centre.
    ///   - radius: The circle's radius.
    ///   - startAngle: Where it starts, in radians from the first axis.
    ///   - endAngle: Where it ends.
    ///   - clockwise: Whether angles fall on the way, as Apple's do for `true`.
    public func addArc(
        center: CGPoint,
        radius: CGFloat,
        startAngle: CGFloat,
        endAngle: CGFloat,
        clockwise: Bool
    ) {
        guard radius.isFinite, startAngle.isFinite, endAngle.isFinite else { return }
        let turn = 2 * CGFloat.pi
        var sweep = endAngle - startAngle
        if !clockwise && (sweep < 0 || sweep > turn) {
            sweep = sweep > turn ? turn : sweep - turn * (sweep / turn).rounded(.down)
        } else if clockwise && (sweep > 0 || sweep < -turn) {
            sweep = sweep < -turn ? -turn : sweep - turn * (sweep / turn).rounded(.up)
        }
        let point = { (angle: CGFloat) in
            CGPoint(x: center.x + radius * cos(angle), y: center.y + radius * sin(angle))
        }
        addLine(to: point(startAngle))
        let count = max(Int((abs(sweep) / (.pi / 2)).rounded(.up)), 1)
        let step = sweep / CGFloat(count)
        let guide = 4 / 3 * tan(step / 4) * radius
        for index in 0..<count {
            let (from, to) = (
                startAngle + CGFloat(index) * step, startAngle + CGFloat(index + 1) * step
            )
            let (start, end) = (point(from), point(to))
            addCurve(
                to: end,
                control1: CGPoint(x: start.x - guide * sin(from), y: start.y + guide * cos(from)),
                control2: CGPoint(x: end.x + guide * sin(to), y: end.y - guide * cos(to))
            )
        }
    }

    /// Adds another path.
    public func addPath(_ path: CGPath, transform: CGAffineTransform = .identity) {
        elements += path.elements.map { $0.applying(transform) }
    }

    /// Ends the figure with a line to where it began.
    public func closeSubpath() {
        guard !elements.isEmpty else { return }
        elements.append(.close)
    }
}

extension CGPoint {
    /// The point a part of the way to another.
    func toward(_ other: CGPoint, _ part: CGFloat) -> CGPoint {
        CGPoint(x: x + (other.x - x) * part, y: y + (other.y - y) * part)
    }

    /// The point moved along the axis on which another lies.
    fileprivate func moved(toward other: CGPoint, x width: CGFloat, y height: CGFloat) -> CGPoint {
        let (across, down) = (other.x - x, other.y - y)
        return CGPoint(
            x: x + (across == 0 ? 0 : across < 0 ? -width : width),
            y: y + (down == 0 ? 0 : down < 0 ? -height : height)
        )
    }
}
