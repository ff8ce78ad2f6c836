// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CoreGraphics
public import Foundation
internal import FoundationSupplement

/// A text that a view or a layer draws of itself: the host sets it, in its own fonts, over what else is
/// drawn there.
struct DrawnText {
    let text: NSAttributedString

    /// Where it is, in the coordinates it was drawn in; without a width it is one line from there on.
    let rectangle: CGRect

    /// From those coordinates to the layer's.
    let map: CGAffineTransform

    /// Whether the rectangle's origin is on the first line's baseline.
    let isOnBaseline: Bool
}

/// Where texts go that are drawn: to the host, where a view or layer is drawn.
enum TextDrawing {
    static func draw(_ text: NSAttributedString, in rectangle: CGRect, isOnBaseline: Bool = false) {
        guard text.length > 0, let entry = ContextStack.entries.last else { return }
        guard let texts = entry.texts else {
            let reason = "there are no fonts here; in a view's or a layer's own drawing it has one"
            return RunLog.sayOnce("draw(in:withAttributes:) into a picture", withoutEffect: reason)
        }
        let map = entry.context.ctm.concatenating(texts.toLayer)
        texts.all.append(
            DrawnText(text: text, rectangle: rectangle, map: map, isOnBaseline: isOnBaseline)
        )
    }

    /// The texts of one drawing.
    final class Texts {
        var all: [DrawnText] = []

        /// From the pixels of the drawing to the layer's points.
        let toLayer: CGAffineTransform

        init(toLayer: CGAffineTransform) {
            self.toLayer = toLayer
        }
    }
}

extension NSAttributedString {
    /// Draws the text in one line for each of its own, its upper left corner at a point.
    ///
    /// A view's or a layer's own drawing shows it, over what else is drawn there; in a picture it is
    /// without effect, which the run's log says once.
    public func draw(at point: CGPoint) {
        TextDrawing.draw(self, in: CGRect(origin: point, size: .zero))
    }

    /// Draws the text from the top of a rectangle on, with lines of its width; see ``draw(at:)``.
    public func draw(in rect: CGRect) {
        TextDrawing.draw(self, in: rect)
    }

    /// Draws the text in a rectangle, or from a baseline on; see ``draw(at:)``.
    ///
    /// - Parameters:
    ///   - rect: Where; without `usesLineFragmentOrigin` its origin is on the baseline of one line.
    ///   - options: How it is drawn.
    ///   - context: Not used.
    public func draw(
        with rect: CGRect,
        options: NSStringDrawingOptions = [],
        context: NSStringDrawingContext?
    ) {
        let hasLines = options.contains(.usesLineFragmentOrigin)
        let place = hasLines ? rect : CGRect(origin: rect.origin, size: .zero)
        TextDrawing.draw(self, in: place, isOnBaseline: !hasLines)
    }
}

extension NSString {
    /// Draws the text; see `NSAttributedString`'s.
    public func draw(
        at point: CGPoint,
        withAttributes attributes: [NSAttributedString.Key: Any]? = nil
    ) {
        NSAttributedString(string: "\(self)", attributes: attributes).draw(at: point)
    }

    /// Draws the text; see `NSAttributedString`'s.
    public func draw(
        in rect: CGRect,
        withAttributes attributes: [NSAttributedString.Key: Any]? = nil
    ) {
        NSAttributedString(string: "\(self)", attributes: attributes).draw(in: rect)
    }

    /// Draws the text; see `NSAttributedString`'s.
    public func draw(
        with rect: CGRect,
        options: NSStringDrawingOptions = [],
        attributes: [NSAttributedString.Key: Any]? = nil,
        context: NSStringDrawingContext?
    ) {
        NSAttributedString(string: "\(self)", attributes: attributes)
            .draw(with: rect, options: options, context: context)
    }
}

extension String {
    /// Draws the text; see `NSAttributedString`'s.
    public func draw(
        at point: CGPoint,
        withAttributes attributes: [NSAttributedString.Key: Any]? = nil
    ) {
        NSString(string: self).draw(at: point, withAttributes: attributes)
    }

    /// Draws the text; see `NSAttributedString`'s.
    public func draw(
        in rect: CGRect,
        withAttributes attributes: [NSAttributedString.Key: Any]? = nil
    ) {
        NSString(string: self).draw(in: rect, withAttributes: attributes)
    }

    /// Draws the text; see `NSAttributedString`'s.
    public func draw(
        with rect: CGRect,
        options: NSStringDrawingOptions = [],
        attributes: [NSAttributedString.Key: Any]? = nil,
        context: NSStringDrawingContext?
    ) {
        NSString(string: self)
            .draw(with: rect, options: options, attributes: attributes, context: context)
    }
}
