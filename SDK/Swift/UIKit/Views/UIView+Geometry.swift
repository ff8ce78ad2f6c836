// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

extension UIView {
    /// Where a view is.
    struct Placement {
        /// The place that was said last, without the transform.
        var rectangle: CGRect = .zero
        /// Where the bounds begin.
        var origin: CGPoint = .zero
        /// The host's layout that the place was said after; what it says later counts more.
        var layout = 0
        /// Whether ``UIView/layoutSubviews()`` is asked for.
        var needsLayout = true
        /// The size that ``UIView/layoutSubviews()`` was last called for.
        var laidOutSize: CGSize?
        var autoresizingMask: AutoresizingMask = []
        var isAutoresized = true
    }

    /// What changes of a view's place with its superview's size.
    public struct AutoresizingMask: OptionSet, Sendable {
        /// The bits.
        public let rawValue: UInt

        /// Takes the bits.
        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// What is at its left.
        public static let flexibleLeftMargin = Self(rawValue: 1)
        /// Its width.
        public static let flexibleWidth = Self(rawValue: 2)
        /// What is at its right.
        public static let flexibleRightMargin = Self(rawValue: 4)
        /// What is above.
        public static let flexibleTopMargin = Self(rawValue: 8)
        /// Its height.
        public static let flexibleHeight = Self(rawValue: 16)
        /// What is below.
        public static let flexibleBottomMargin = Self(rawValue: 32)
    }

    /// What changes of the view's place with its superview's size.
    public var autoresizingMask: AutoresizingMask {
        get { placement.autoresizingMask }
        set {
            placement.autoresizingMask = newValue
            node.set(.autoresizing, Int64(newValue.rawValue & 63))
        }
    }

    /// Whether the view's place is what its frame says; false where constraints alone say it.
    public var translatesAutoresizingMaskIntoConstraints: Bool {
        get { placement.isAutoresized }
        set {
            placement.isAutoresized = newValue
            node.set(.isConstrained, !newValue)
        }
    }

    /// Where the view is in its superview without its transform.
    final var rectangle: CGRect {
        get {
            guard placement.layout != ViewLayout.count, let frame = node.frame else {
                return placement.rectangle
            }
            placement.rectangle = frame
            placement.layout = ViewLayout.count
            return frame
        }
        set {
            if newValue.size != rectangle.size { setNeedsLayout() }
            placement.rectangle = newValue
            placement.layout = ViewLayout.count
            ViewLayout.isStale = true
            node.setFrame(newValue)
        }
    }

    final var currentFrame: CGRect {
        let transform = look.transform
        guard transform != .identity else { return rectangle }
        let (middle, size) = (center, rectangle.size)
        let around = CGRect(
            x: -size.width / 2,
            y: -size.height / 2,
            width: size.width,
            height: size.height
        )
        return around.applying(transform).offsetBy(dx: middle.x, dy: middle.y)
    }

    final var currentBounds: CGRect {
        CGRect(origin: placement.origin, size: rectangle.size)
    }

    final func place(inFrame frame: CGRect) {
        guard look.transform != .identity else {
            rectangle = frame
            return
        }
        let size = frame.size.applying(look.transform.inverted())
        place(size: CGSize(width: abs(size.width), height: abs(size.height)))
        center = CGPoint(x: frame.midX, y: frame.midY)
    }

    final func place(bounds: CGRect) {
        placement.origin = bounds.origin
        place(size: bounds.size)
    }

    final func place(center: CGPoint) {
        let size = rectangle.size
        rectangle = CGRect(
            x: center.x - size.width / 2,
            y: center.y - size.height / 2,
            width: size.width,
            height: size.height
        )
    }

    /// Changes the size about the middle, as changed bounds do.
    private func place(size: CGSize) {
        let middle = CGPoint(x: rectangle.midX, y: rectangle.midY)
        rectangle = CGRect(
            x: middle.x - size.width / 2,
            y: middle.y - size.height / 2,
            width: size.width,
            height: size.height
        )
    }

    /// Where a point of another view's is in this one; nil for the outermost.
    public func convert(_ point: CGPoint, from view: UIView?) -> CGPoint {
        view?.convert(point, to: self) ?? outermostPoint(point, isInverse: true)
    }

    /// Where a point of this view is in another; nil for the outermost.
    public func convert(_ point: CGPoint, to view: UIView?) -> CGPoint {
        let outermost = outermostPoint(point, isInverse: false)
        return view?.outermostPoint(outermost, isInverse: true) ?? outermost
    }

    /// Where a rectangle of another view's is in this one; nil for the outermost.
    public func convert(_ rect: CGRect, from view: UIView?) -> CGRect {
        CGRect(origin: convert(rect.origin, from: view), size: rect.size)
    }

    /// Where a rectangle of this view is in another; nil for the outermost.
    public func convert(_ rect: CGRect, to view: UIView?) -> CGRect {
        CGRect(origin: convert(rect.origin, to: view), size: rect.size)
    }

    private func outermostPoint(_ point: CGPoint, isInverse: Bool) -> CGPoint {
        let offset = sequence(first: self) { $0.superview }.reduce(CGPoint.zero) { sum, view in
            let (place, bounds) = (view.frame.origin, view.bounds.origin)
            return CGPoint(x: sum.x + place.x - bounds.x, y: sum.y + place.y - bounds.y)
        }
        return isInverse
            ? CGPoint(x: point.x - offset.x, y: point.y - offset.y)
            : CGPoint(x: point.x + offset.x, y: point.y + offset.y)
    }
}
