// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

extension CGContext {
    /// Sets the colour of insides.
    public func setFillColor(_ color: CGColor) {
        state.fill = color.shade
    }

    /// Sets the colour of insides.
    public func setFillColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        state.fill = Shade(red: red, green: green, blue: blue, alpha: alpha)
    }

    /// Sets the colour of insides.
    public func setFillColor(gray: CGFloat, alpha: CGFloat) {
        state.fill = Shade(red: gray, green: gray, blue: gray, alpha: alpha)
    }

    /// Sets the colour of lines.
    public func setStrokeColor(_ color: CGColor) {
        state.stroke = color.shade
    }

    /// Sets the colour of lines.
    public func setStrokeColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        state.stroke = Shade(red: red, green: green, blue: blue, alpha: alpha)
    }

    /// Sets the width of lines.
    public func setLineWidth(_ width: CGFloat) {
        state.lineWidth = width
    }

    /// Sets how open lines end.
    public func setLineCap(_ cap: CGLineCap) {
        state.lineCap = cap
    }

    /// Sets how lines meet.
    public func setLineJoin(_ join: CGLineJoin) {
        state.lineJoin = join
    }

    /// Sets the dashes of lines: how far into the pattern each figure begins, and the lengths of a dash,
    /// a gap and so on; none for whole lines.
    public func setLineDash(phase: CGFloat, lengths: [CGFloat]) {
        (state.dashPhase, state.dash) = (phase, lengths)
    }

    /// Sets the opacity of all that is drawn.
    public func setAlpha(_ alpha: CGFloat) {
        state.alpha = alpha
    }

    /// Sets how what is drawn meets what is there.
    public func setBlendMode(_ mode: CGBlendMode) {
        state.blendMode = mode
    }

    /// How pictures are scaled.
    ///
    /// - Note: Without effect: they are always scaled well.
    public var interpolationQuality: CGInterpolationQuality {
        get { .high }
        set { _ = newValue }
    }

    /// Sets whether edges are smooth.
    ///
    /// - Note: Without effect: they always are.
    public func setShouldAntialias(_ shouldAntialias: Bool) {}

    /// Sets whether edges may be smooth.
    ///
    /// - Note: Without effect: they always are.
    public func setAllowsAntialiasing(_ allowsAntialiasing: Bool) {}
}
