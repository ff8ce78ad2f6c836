// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

extension CGContext {
    /// Forgets the path.
    public func beginPath() {
        current = CGMutablePath()
    }

    /// Begins a figure of the path.
    public func move(to point: CGPoint) {
        current.move(to: point)
    }

    /// Adds a line to the path.
    public func addLine(to point: CGPoint) {
        current.addLine(to: point)
    }

    /// Adds a figure of lines to the path.
    public func addLines(between points: [CGPoint]) {
        current.addLines(between: points)
    }

    /// Adds a cubic curve to the path.
    public func addCurve(to end: CGPoint, control1: CGPoint, control2: CGPoint) {
        current.addCurve(to: end, control1: control1, control2: control2)
    }

    /// Adds a quadratic curve to the path.
    public func addQuadCurve(to end: CGPoint, control: CGPoint) {
        current.addQuadCurve(to: end, control: control)
    }

    /// Adds an arc to the path; see ``CGMutablePath/addArc(center:radius:startAngle:endAngle:clockwise:)``.
    public func addArc(
        center: CGPoint,
        radius: CGFloat,
        startAngle: CGFloat,
        endAngle: CGFloat,
        clockwise: Bool
    ) {
        current.addArc(
            center: center,
            radius: radius,
            startAngle: startAngle,
            endAngle: endAngle,
            clockwise: clockwise
        )
    }

    /// Adds a rectangle to the path.
    public func addRect(_ rect: CGRect) {
        current.addRect(rect)
    }

    /// Adds an ellipse to the path.
    public func addEllipse(in rect: CGRect) {
        current.addEllipse(in: rect)
    }

    /// Adds another path to the path.
    public func addPath(_ path: CGPath) {
        current.addPath(path)
    }

    /// Closes the path's figure.
    public func closePath() {
        current.closeSubpath()
    }

    /// The path that is being made.
    public var path: CGPath? { current.isEmpty ? nil : current.copy() }

    /// Fills the path and forgets it.
    public func fillPath(using rule: CGPathFillRule = .winding) {
        fill(takePath(), rule)
    }

    /// Draws the path's line and forgets it.
    public func strokePath() {
        stroke(takePath())
    }

    /// Draws the path and forgets it.
    public func drawPath(using mode: CGPathDrawingMode) {
        let path = takePath()
        switch mode {
        case .fill, .fillStroke: fill(path, .winding)
        case .eoFill, .eoFillStroke: fill(path, .evenOdd)
        case .stroke: break
        }
        switch mode {
        case .stroke, .fillStroke, .eoFillStroke: stroke(path)
        case .fill, .eoFill: break
        }
    }

    /// Draws only inside the path from now on, and forgets it.
    public func clip(using rule: CGPathFillRule = .winding) {
        clip(takePath(), rule)
    }

    /// Draws only inside a rectangle from now on.
    public func clip(to rect: CGRect) {
        clip(CGPath(rect: rect), .winding)
    }

    /// Fills a rectangle.
    public func fill(_ rect: CGRect) {
        fill(CGPath(rect: rect), .winding)
    }

    /// Fills rectangles.
    public func fill(_ rects: [CGRect]) {
        for rect in rects { fill(rect) }
    }

    /// Fills the ellipse inside a rectangle.
    public func fillEllipse(in rect: CGRect) {
        fill(CGPath(ellipseIn: rect), .winding)
    }

    /// Draws a rectangle's line.
    public func stroke(_ rect: CGRect) {
        stroke(CGPath(rect: rect))
    }

    /// Draws a rectangle's line with a width of its own.
    public func stroke(_ rect: CGRect, width: CGFloat) {
        saveGState()
        setLineWidth(width)
        stroke(rect)
        restoreGState()
    }

    /// Draws the line of the ellipse inside a rectangle.
    public func strokeEllipse(in rect: CGRect) {
        stroke(CGPath(ellipseIn: rect))
    }

    /// Draws the line between each two points.
    public func strokeLineSegments(between points: [CGPoint]) {
        let path = CGMutablePath()
        for index in stride(from: 1, to: points.count, by: 2) {
            path.move(to: points[index - 1])
            path.addLine(to: points[index])
        }
        stroke(path)
    }

    /// Makes a rectangle transparent.
    public func clear(_ rect: CGRect) {
        saveGState()
        setBlendMode(.clear)
        setAlpha(1)
        fill(rect)
        restoreGState()
    }

    private func takePath() -> CGPath {
        defer { current = CGMutablePath() }
        return current
    }
}
