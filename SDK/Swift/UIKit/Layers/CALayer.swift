// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import CoreGraphics
public import Foundation
internal import FoundationSupplement

/// What draws a view: its corners and its border, and where it is.
@preconcurrency @MainActor
open class CALayer: NSObject {
    /// The view that it draws; none for a layer by itself.
    final weak var view: UIView?
    private var ownFrame: CGRect = .zero

    /// Creates a layer by itself.
    ///
    /// - Note: Without effect: the host draws the layers of views alone.
    public override init() {
        super.init()
    }

    /// How far the corners are rounded.
    open var cornerRadius: CGFloat = 0 {
        didSet { view?.node.set(.cornerRadius, max(cornerRadius, 0)) }
    }

    /// How wide the border is.
    open var borderWidth: CGFloat = 0 {
        didSet { view?.node.set(.borderWidth, max(borderWidth, 0)) }
    }

    /// The colour of the border.
    open var borderColor: CGColor? {
        didSet { view?.node.set(.borderColor, borderColor.map(UIColor.init(cgColor:))) }
    }

    /// The colour behind all else.
    open var backgroundColor: CGColor? {
        get { view?.backgroundColor?.cgColor ?? ownBackgroundColor }
        set {
            ownBackgroundColor = newValue
            view?.backgroundColor = newValue.map(UIColor.init(cgColor:))
        }
    }
    private var ownBackgroundColor: CGColor?

    /// Whether what reaches beyond the bounds is not drawn.
    open var masksToBounds: Bool {
        get { view?.clipsToBounds ?? ownMask }
        set {
            ownMask = newValue
            view?.clipsToBounds = newValue
        }
    }
    private var ownMask = false

    /// How much of what is behind shows through: 0 for all.
    open var opacity: Float {
        get { view.map { Float($0.alpha) } ?? ownOpacity }
        set {
            ownOpacity = newValue
            view?.alpha = CGFloat(newValue)
        }
    }
    private var ownOpacity: Float = 1

    /// Whether it is not drawn.
    open var isHidden: Bool {
        get { view?.isHidden ?? ownHidden }
        set {
            ownHidden = newValue
            view?.isHidden = newValue
        }
    }
    private var ownHidden = false

    /// Where it is in its superlayer.
    open var frame: CGRect {
        get { view?.frame ?? ownFrame }
        set {
            ownFrame = newValue
            view?.frame = newValue
        }
    }

    /// Its own rectangle.
    open var bounds: CGRect {
        get { view?.bounds ?? CGRect(origin: .zero, size: ownFrame.size) }
        set {
            ownFrame.size = newValue.size
            view?.bounds = newValue
        }
    }

    /// Its middle in its superlayer.
    open var position: CGPoint {
        get { view?.center ?? CGPoint(x: ownFrame.midX, y: ownFrame.midY) }
        set {
            ownFrame.origin.x += newValue.x - ownFrame.midX
            ownFrame.origin.y += newValue.y - ownFrame.midY
            view?.center = newValue
        }
    }

    /// The shadow's colour.
    ///
    /// - Note: Without effect: the host draws no shadows.
    open var shadowColor: CGColor?
    /// How much of what is behind the shadow is hidden.
    ///
    /// - Note: Without effect: the host draws no shadows.
    open var shadowOpacity: Float = 0
    /// How far the shadow reaches.
    ///
    /// - Note: Without effect: the host draws no shadows.
    open var shadowRadius: CGFloat = 3
    /// Where the shadow lies.
    ///
    /// - Note: Without effect: the host draws no shadows.
    open var shadowOffset = CGSize(width: 0, height: -3)
    /// How contents are placed.
    ///
    /// - Note: Without effect: the host draws no contents of layers.
    open var contentsGravity = "resize"
    /// Pixels for each point.
    ///
    /// - Note: Without effect: the host draws at the scale of its screen.
    open var contentsScale: CGFloat = 1
    /// A name to find it by.
    open var name: String?
    /// The layers in it that are of no view.
    open private(set) var sublayers: [CALayer]?

    /// Puts a layer into this one.
    ///
    /// - Note: Without effect: it is kept; the host draws the layers of views alone.
    open func addSublayer(_ layer: CALayer) {
        insertSublayer(layer, at: UInt32(clamping: sublayers?.count ?? 0))
    }

    /// Puts a layer into this one, before the one at a place.
    ///
    /// - Note: Without effect: it is kept; the host draws the layers of views alone.
    open func insertSublayer(_ layer: CALayer, at index: UInt32) {
        RunLog.sayOnce("addSublayer(_:)", withoutEffect: "the layers of views alone are drawn here")
        let layers = sublayers ?? []
        sublayers = layers
        sublayers?.insert(layer, at: min(Int(index), layers.count))
    }

    /// Takes the layer out of its superlayer.
    ///
    /// - Note: Without effect: the host draws the layers of views alone.
    open func removeFromSuperlayer() {}
    /// Has the layer lay itself out.
    open func layoutIfNeeded() { view?.layoutIfNeeded() }
    /// Asks that it be laid out.
    open func setNeedsLayout() { view?.setNeedsLayout() }
    /// Asks that it be drawn again.
    ///
    /// - Note: Without effect: the host draws what changes.
    open func setNeedsDisplay() {}

    /// The animations that it has, the oldest first.
    final var motions: [Motion] = []
}
