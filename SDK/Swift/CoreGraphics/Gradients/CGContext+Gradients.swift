// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

extension CGContext {
    /// Draws a gradient along a line, as far as the clip lets it.
    ///
    /// - Parameters:
    ///   - gradient: The colours.
    ///   - start: Where the first colour is.
    ///   - end: Where the last colour is.
    ///   - options: Whether it goes on beyond its ends.
    public func drawLinearGradient(
        _ gradient: CGGradient,
        start: CGPoint,
        end: CGPoint,
        options: CGGradientDrawingOptions
    ) {
        let (across, down) = (end.x - start.x, end.y - start.y)
        let square = across * across + down * down
        guard square > 0, square.isFinite else { return }
        shade(gradient, options) { point in
            ((point.x - start.x) * across + (point.y - start.y) * down) / square
        }
    }

    /// Draws a gradient between two circles, as far as the clip lets it.
    ///
    /// - Parameters:
    ///   - gradient: The colours.
    ///   - startCenter: The middle of the circle of the first colour.
    ///   - startRadius: Its radius.
    ///   - endCenter: The middle of the circle of the last colour.
    ///   - endRadius: Its radius.
    ///   - options: Whether it goes on beyond its ends.
    public func drawRadialGradient(
        _ gradient: CGGradient,
        startCenter: CGPoint,
        startRadius: CGFloat,
        endCenter: CGPoint,
        endRadius: CGFloat,
        options: CGGradientDrawingOptions
    ) {
        let circles = CirclePair(startCenter, startRadius, endCenter, endRadius)
        shade(gradient, options) { circles.place(of: $0, options) }
    }

    /// Draws a gradient that turns about a point, as far as the clip lets it.
    ///
    /// - Parameters:
    ///   - gradient: The colours.
    ///   - center: The point.
    ///   - angle: Where the first colour is and the last one ends, in radians from the x axis.
    public func drawConicGradient(_ gradient: CGGradient, center: CGPoint, angle: CGFloat) {
        shade(gradient, []) { point in
            let turn = (atan2(point.y - center.y, point.x - center.x) - angle) / (2 * .pi)
            return turn - turn.rounded(.down)
        }
    }

    /// Draws the colour that a gradient has at each point's place; nothing where it has none.
    private func shade(
        _ gradient: CGGradient,
        _ options: CGGradientDrawingOptions,
        _ place: (CGPoint) -> CGFloat?
    ) {
        let back = state.transform.inverted()
        paintAll { x, y in
            let point = CGPoint(x: CGFloat(x) + 0.5, y: CGFloat(y) + 0.5).applying(back)
            guard let place = place(point),
                place >= 0 || options.contains(.drawsBeforeStartLocation),
                place <= 1 || options.contains(.drawsAfterEndLocation)
            else { return .zero }
            return gradient.levels(at: Float(place))
        }
    }
}

/// Two circles, and those between and beyond them.
private struct CirclePair {
    let start: CGPoint
    let startRadius: CGFloat
    let across: CGFloat
    let down: CGFloat
    let growth: CGFloat

    init(_ start: CGPoint, _ startRadius: CGFloat, _ end: CGPoint, _ endRadius: CGFloat) {
        self.start = start
        self.startRadius = startRadius
        (across, down, growth) = (end.x - start.x, end.y - start.y, endRadius - startRadius)
    }

    /// The greatest place whose circle goes through a point and is drawn: 0 is the first circle, 1 the
    /// last; nil where there is none.
    func place(of point: CGPoint, _ options: CGGradientDrawingOptions) -> CGFloat? {
        let (x, y) = (point.x - start.x, point.y - start.y)
        // |point - start - t (across, down)| = startRadius + t growth, squared.
        let a = across * across + down * down - growth * growth
        let b = x * across + y * down + startRadius * growth
        let c = x * x + y * y - startRadius * startRadius
        var places: [CGFloat] = []
        if abs(a) < 1e-9 {
            if abs(b) > 1e-9 { places = [c / (2 * b)] }
        } else {
            let square = b * b - a * c
            guard square >= 0 else { return nil }
            places = [(b + square.squareRoot()) / a, (b - square.squareRoot()) / a]
        }
        return
            places
            .filter { place in
                startRadius + place * growth >= 0
                    && (place >= 0 || options.contains(.drawsBeforeStartLocation))
                    && (place <= 1 || options.contains(.drawsAfterEndLocation))
            }
            .max()
    }
}
