// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import CoreGraphics
public import Foundation

/// What draws a view, or by itself in another layer: its colours, its corners, its border, its contents.
///
/// A view's layer has what its view has. A layer by itself is a view of the host's, which is drawn in
/// front of those before it and takes nothing that the user does.
///
/// - SeeAlso: https://developer.apple.com/documentation/quartzcore/calayer
@preconcurrency @MainActor
open class CALayer: NSObject {
    /// The view that it draws; none for a layer by itself.
    final weak var view: UIView?
    /// What it looks like by itself; a view's layer looks as its view.
    final var look = Look()
    /// What the host draws of a layer by itself, once there is any need.
    final var ownNode: ViewNode?
    /// What is drawn in it before all layers in it.
    final var content = Content()
    /// The layers in it, the last in front: those of its view's subviews, and others.
    final var children: [CALayer] = []
    /// The layer that it is in.
    public internal(set) final weak var superlayer: CALayer?
    /// The animations that it has, the oldest first.
    final var motions: [Motion] = []

    /// Creates a layer by itself.
    public override init() {
        super.init()
    }

    /// Creates a layer as another one is, to show an animation of it.
    ///
    /// - Note: The host never calls it; the layer is as if made by ``init()``.
    public init(layer: Any) {
        super.init()
    }

    /// Creates a layer by itself; an archive is not read.
    public required init?(coder: NSCoder) {
        super.init()
    }

    /// How far the corners are rounded.
    open var cornerRadius: CGFloat = 0 {
        didSet { tellCorners() }
    }

    /// How wide the border is.
    open var borderWidth: CGFloat = 0 {
        didSet { madeNode?.set(.borderWidth, max(borderWidth, 0)) }
    }

    /// The colour of the border; nil for none at first.
    open var borderColor: CGColor? {
        didSet { madeNode?.set(.borderColor, borderColor.map(UIColor.init(cgColor:))) }
    }

    /// The colour behind all else.
    open var backgroundColor: CGColor? {
        get { view.map { $0.backgroundColor?.cgColor } ?? look.backgroundColor }
        set {
            look.backgroundColor = newValue
            let color = newValue.map(UIColor.init(cgColor:))
            if let view {
                view.backgroundColor = color
            } else {
                ownNode?.set(.backgroundColor, color)
            }
        }
    }

    /// Whether what reaches beyond the bounds is not drawn.
    open var masksToBounds: Bool {
        get { view?.clipsToBounds ?? look.masksToBounds }
        set {
            look.masksToBounds = newValue
            if let view { view.clipsToBounds = newValue } else { ownNode?.set(.clips, newValue) }
        }
    }

    /// How much of what is behind shows through: 0 for all.
    open var opacity: Float {
        get { view.map { Float($0.alpha) } ?? look.opacity }
        set {
            look.opacity = newValue.isNaN ? 1 : min(max(newValue, 0), 1)
            if let view {
                view.alpha = CGFloat(newValue)
            } else {
                ownNode?.set(.alpha, CGFloat(look.opacity))
            }
        }
    }

    /// Whether it is not drawn.
    open var isHidden: Bool {
        get { view?.isHidden ?? look.isHidden }
        set {
            look.isHidden = newValue
            if let view { view.isHidden = newValue } else { ownNode?.set(.isHidden, newValue) }
        }
    }

    /// What is drawn over the background: a `CGImage` or a `UIImage`; anything else draws nothing.
    open var contents: Any? {
        didSet { contentChanged() }
    }
    /// How contents are placed.
    open var contentsGravity = CALayerContentsGravity.resize {
        didSet { contentChanged() }
    }
    /// How contents are made larger.
    ///
    /// - Note: Without effect: the host makes them smooth.
    open var magnificationFilter = CALayerContentsFilter.linear
    /// How contents are made smaller.
    ///
    /// - Note: Without effect: the host makes them smooth.
    open var minificationFilter = CALayerContentsFilter.linear
    /// Pixels for each point.
    ///
    /// - Note: Without effect: contents are drawn at the scale of the host's screen.
    open var contentsScale: CGFloat = 1
    /// The shadow's colour: of what the layer and those in it show, unless it masks to its bounds.
    open var shadowColor: CGColor? = CGColor(gray: 0, alpha: 1) {
        didSet { tellShadow() }
    }
    /// How much of what is behind the shadow is hidden; 0 for no shadow.
    open var shadowOpacity: Float = 0 {
        didSet { tellShadow() }
    }
    /// How far the shadow reaches: the standard deviation of its blur.
    open var shadowRadius: CGFloat = 3 {
        didSet { tellShadow() }
    }
    /// Where the shadow lies.
    open var shadowOffset = CGSize(width: 0, height: -3) {
        didSet { tellShadow() }
    }
    /// The shape of the shadow.
    ///
    /// - Note: Without effect: the host takes the shape of what the layer shows.
    open var shadowPath: CGPath?
    /// The layer whose colours let this one be seen.
    ///
    /// A ``CAShapeLayer`` whose path is a rectangle with round corners, or a circle, over all of the
    /// layer is shown; any other mask is without effect, which the run's log says once.
    open var mask: CALayer? {
        didSet {
            oldValue?.masked = nil
            mask?.masked = self
            maskChanged()
        }
    }
    /// The layer that this one masks.
    final weak var masked: CALayer?
    /// The corners that are rounded.
    open var maskedCorners: CACornerMask = .all {
        didSet { tellCorners() }
    }
    /// How corners are rounded.
    ///
    /// - Note: Without effect: the host has them round.
    open var cornerCurve = CALayerCornerCurve.circular
    /// What is in front among the layers of one layer.
    ///
    /// - Note: Without effect: the one that was put into it last is.
    open var zPosition: CGFloat = 0
    /// Whether it is drawn once and kept as a picture.
    ///
    /// - Note: Without effect: the host draws what changes.
    open var shouldRasterize = false
    /// A name to find it by.
    open var name: String?

    /// Draws into a context, after ``setNeedsDisplay()``; override to draw.
    open func draw(in ctx: CGContext) {}
    /// Places the layers in this one; override to place one's own.
    ///
    /// Called before the layer is shown, when its size has changed or ``setNeedsLayout()`` has asked for it.
    open func layoutSublayers() {}

    /// Has the layer lay itself out.
    open func layoutIfNeeded() { view?.layoutIfNeeded() }
    /// Asks that it be laid out.
    open func setNeedsLayout() {
        content.needsLayout = true
        if let view { view.setNeedsLayout() } else { ViewLayout.schedule() }
    }
    /// Asks that ``draw(in:)`` be called before the layer is shown.
    open func setNeedsDisplay() {
        content.isAskedFor = true
        contentChanged()
    }
    /// Asks that ``draw(in:)`` be called before the layer is shown; the whole of it is drawn.
    open func setNeedsDisplay(_ rect: CGRect) { setNeedsDisplay() }
    /// Draws the layer now if ``setNeedsDisplay()`` has asked for it.
    open func displayIfNeeded() { displayContent() }

    /// Has the host draw a text over the background; whether there is one.
    func displayText(_ size: CGSize) -> Bool { false }

    /// What there is to draw over the background.
    func makeContent(_ size: CGSize) -> LayerPicture? {
        contentsPicture(size) ?? drawnPicture(size)
    }
}
