// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfry
public import CoreGraphics
public import Foundation

extension CALayer {
    /// What a layer by itself looks like, and where it is.
    struct Look {
        var backgroundColor: CGColor?
        var masksToBounds = false
        var opacity: Float = 1
        var isHidden = false
        var bounds: CGRect = .zero
        var position: CGPoint = .zero
        var anchorPoint = CGPoint(x: 0.5, y: 0.5)
        var transform = CATransform3D()

        /// The rectangle in the superlayer before it is transformed.
        var rectangle: CGRect {
            CGRect(
                x: position.x - bounds.width * anchorPoint.x,
                y: position.y - bounds.height * anchorPoint.y,
                width: bounds.width,
                height: bounds.height
            )
        }

        /// How it is transformed about its middle, as views are.
        var transformAboutMiddle: CGAffineTransform {
            let map = CATransform3DGetAffineTransform(transform)
            let anchor = CGPoint(
                x: (anchorPoint.x - 0.5) * bounds.width,
                y: (anchorPoint.y - 0.5) * bounds.height
            )
            let moved = anchor.applying(map)
            return map.concatenating(
                CGAffineTransform(translationX: anchor.x - moved.x, y: anchor.y - moved.y)
            )
        }
    }

    /// Where it is in its superlayer: the smallest rectangle around it as it is drawn.
    public final var frame: CGRect {
        get {
            if let view { return view.frame }
            let (rectangle, map) = (look.rectangle, look.transformAboutMiddle)
            let middle = CGPoint(x: rectangle.midX, y: rectangle.midY)
            return rectangle.offsetBy(dx: -middle.x, dy: -middle.y).applying(map)
                .offsetBy(dx: middle.x, dy: middle.y)
        }
        set {
            if let view { return view.frame = newValue }
            look.bounds.size = newValue.size
            look.position = CGPoint(
                x: newValue.minX + newValue.width * look.anchorPoint.x,
                y: newValue.minY + newValue.height * look.anchorPoint.y
            )
            placeChanged()
        }
    }

    /// Its own rectangle.
    public final var bounds: CGRect {
        get { view?.bounds ?? look.bounds }
        set {
            if let view { return view.bounds = newValue }
            look.bounds = newValue
            placeChanged()
        }
    }

    /// Where its anchor is in its superlayer.
    public final var position: CGPoint {
        get { view?.center ?? look.position }
        set {
            if let view { return view.center = newValue }
            look.position = newValue
            placeChanged()
        }
    }

    /// The point of the bounds that ``position`` places and that transforms leave: 0 and 0 is the upper left
    /// corner, 1 and 1 the lower right one.
    ///
    /// - Note: Without effect in a view's layer: its middle is the anchor.
    public final var anchorPoint: CGPoint {
        get { look.anchorPoint }
        set {
            look.anchorPoint = newValue
            if view == nil { placeChanged() }
        }
    }

    /// How it is drawn about its anchor.
    public final var transform: CATransform3D {
        get { view.map { CATransform3DMakeAffineTransform($0.transform) } ?? look.transform }
        set {
            if let view { return view.transform = CATransform3DGetAffineTransform(newValue) }
            look.transform = newValue
            placeChanged()
        }
    }

    /// How it is drawn about its anchor, in the plane.
    public final func affineTransform() -> CGAffineTransform {
        CATransform3DGetAffineTransform(transform)
    }

    /// Says how it is drawn about its anchor, in the plane.
    public final func setAffineTransform(_ m: CGAffineTransform) {
        transform = CATransform3DMakeAffineTransform(m)
    }

    /// Whether a point is in its bounds.
    public final func contains(_ p: CGPoint) -> Bool { bounds.contains(p) }

    private func placeChanged() {
        guard let ownNode else { return }
        ownNode.setFrame(look.rectangle)
        ownNode.setTransform(look.transformAboutMiddle)
        ViewLayout.schedule()
    }

    // MARK: The host's view

    /// What the host draws, if there is anything yet.
    final var madeNode: ViewNode? { view?.node ?? ownNode }

    /// What the host draws.
    final var node: ViewNode {
        if let made = madeNode { return made }
        let node = ViewNode(BF_VIEW_PLAIN)
        ownNode = node
        node.set(.isInteractive, false)
        node.setFrame(look.rectangle)
        node.setTransform(look.transformAboutMiddle)
        tellCorners()
        tellShadow()
        node.set(.borderWidth, max(borderWidth, 0))
        if let borderColor { node.set(.borderColor, UIColor(cgColor: borderColor)) }
        if let color = look.backgroundColor { node.set(.backgroundColor, UIColor(cgColor: color)) }
        if look.masksToBounds { node.set(.clips, true) }
        if look.opacity < 1 { node.set(.alpha, CGFloat(look.opacity)) }
        if look.isHidden { node.set(.isHidden, true) }
        return node
    }
}
