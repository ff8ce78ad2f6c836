// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import CoreGraphics
public import Foundation

/// A shape to fill, to stroke or to clip with.
open class UIBezierPath: NSObject {
    private var path: CGMutablePath
    private var dash: (lengths: [CGFloat], phase: CGFloat) = ([], 0)

    /// The width of its line.
    open var lineWidth: CGFloat = 1
    /// How its open lines end.
    open var lineCapStyle = CGLineCap.butt
    /// How its lines meet.
    open var lineJoinStyle = CGLineJoin.miter
    /// Whether its inside is what is behind an odd number of its lines.
    open var usesEvenOddFillRule = false

    /// Creates a path with nothing in it.
    public override init() {
        path = CGMutablePath()
    }

    /// Creates a path with the shape of another.
    public init(cgPath: CGPath) {
        path = CGMutablePath()
        path.addPath(cgPath)
    }

    /// Creates a rectangle.
    public convenience init(rect: CGRect) {
        self.init(cgPath: CGPath(rect: rect))
    }

    /// Creates the ellipse inside a rectangle.
    public convenience init(ovalIn rect: CGRect) {
        self.init(cgPath: CGPath(ellipseIn: rect))
    }

    /// Creates a rectangle with round corners.
    public convenience init(roundedRect rect: CGRect, cornerRadius: CGFloat) {
        self.init(
            cgPath: CGPath(
                roundedRect: rect,
                cornerWidth: cornerRadius,
                cornerHeight: cornerRadius
            )
        )
    }

    /// Creates a rectangle of which some corners are round.
    public convenience init(
        roundedRect rect: CGRect,
        byRoundingCorners corners: UIRectCorner,
        cornerRadii: CGSize
    ) {
        let path = CGMutablePath()
        let order: [UIRectCorner] = [.topLeft, .topRight, .bottomRight, .bottomLeft]
        path.addRoundedRect(
            in: rect,
            corner: cornerRadii,
            isRound: order.map { corners.contains($0) }
        )
        self.init(cgPath: path)
    }

    /// Creates an arc; clockwise as it is seen.
    public convenience init(
        arcCenter center: CGPoint,
        radius: CGFloat,
        startAngle: CGFloat,
        endAngle: CGFloat,
        clockwise: Bool
    ) {
        self.init()
        addArc(
            withCenter: center,
            radius: radius,
            startAngle: startAngle,
            endAngle: endAngle,
            clockwise: clockwise
        )
    }

    /// The shape.
    open var cgPath: CGPath {
        get { CGPath.copied(path) }
        set {
            path = CGMutablePath()
            path.addPath(newValue)
        }
    }

    /// Whether a point is inside the shape.
    open func contains(_ point: CGPoint) -> Bool { path.contains(point, using: rule) }
    /// Whether there is nothing in the path.
    open var isEmpty: Bool { path.isEmpty }
    /// The smallest rectangle that holds the shape.
    open var bounds: CGRect { path.boundingBoxOfPath }
    /// Where the next line would begin.
    open var currentPoint: CGPoint { path.currentPoint }

    /// Begins a figure.
    open func move(to point: CGPoint) {
        path.move(to: point)
    }

    /// Adds a line.
    open func addLine(to point: CGPoint) {
        path.addLine(to: point)
    }

    /// Adds a cubic curve.
    open func addCurve(
        to endPoint: CGPoint,
        controlPoint1: CGPoint,
        controlPoint2: CGPoint
    ) {
        path.addCurve(to: endPoint, control1: controlPoint1, control2: controlPoint2)
    }

    /// Adds a quadratic curve.
    open func addQuadCurve(to endPoint: CGPoint, controlPoint: CGPoint) {
        path.addQuadCurve(to: endPoint, control: controlPoint)
    }

    /// Adds an arc; clockwise as it is seen.
    open func addArc(
        withCenter center: CGPoint,
        radius: CGFloat,
        startAngle: CGFloat,
        endAngle: CGFloat,
        clockwise: Bool
    ) {
        path.addArc(
            center: center,
            radius: radius,
            startAngle: startAngle,
            endAngle: endAngle,
            clockwise: !clockwise
        )
    }

    /// Ends the figure with a line to where it began.
    open func close() {
        path.closeSubpath()
    }

    /// Adds another path.
    open func append(_ other: UIBezierPath) {
        path.addPath(other.path)
    }

    /// Maps the path.
    open func apply(_ transform: CGAffineTransform) {
        let mapped = CGMutablePath()
        mapped.addPath(path, transform: transform)
        path = mapped
    }

    /// Removes everything from the path.
    open func removeAllPoints() {
        path = CGMutablePath()
    }

    /// Fills the inside in the current context.
    open func fill() {
        UIGraphicsGetCurrentContext()?.fill(path, rule)
    }

    /// Draws the line in the current context.
    open func stroke() {
        guard let context = UIGraphicsGetCurrentContext() else { return }
        context.saveGState()
        context.setLineWidth(lineWidth)
        context.setLineCap(lineCapStyle)
        context.setLineJoin(lineJoinStyle)
        if !dash.lengths.isEmpty {
            context.setLineDash(phase: dash.phase, lengths: dash.lengths)
        }
        context.stroke(path)
        context.restoreGState()
    }

    /// Draws the line in strokes and gaps of these lengths; in one without any.
    open func setLineDash(_ pattern: UnsafePointer<CGFloat>?, count: Int, phase: CGFloat) {
        let lengths = unsafe UnsafeBufferPointer(start: pattern, count: max(count, 0))
        dash = (unsafe Array(lengths), phase)
    }

    /// Draws only inside the path from now on, in the current context.
    open func addClip() {
        UIGraphicsGetCurrentContext()?.clip(path, rule)
    }

    private var rule: CGPathFillRule { usesEvenOddFillRule ? .evenOdd : .winding }
}

extension CGPath {
    fileprivate static func copied(_ path: CGPath) -> CGPath {
        let copy = CGMutablePath()
        copy.addPath(path)
        return copy
    }
}

/// Corners of a rectangle.
public struct UIRectCorner: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// Takes the bits.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// The upper left.
    public static let topLeft = UIRectCorner(rawValue: 1)
    /// The upper right.
    public static let topRight = UIRectCorner(rawValue: 2)
    /// The lower left.
    public static let bottomLeft = UIRectCorner(rawValue: 4)
    /// The lower right.
    public static let bottomRight = UIRectCorner(rawValue: 8)
    /// All four, and whatever else there may be.
    public static let allCorners = UIRectCorner(rawValue: .max)
}
