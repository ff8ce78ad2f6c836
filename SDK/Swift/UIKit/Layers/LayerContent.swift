// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfry
internal import CoreGraphics
internal import Foundation

/// What a layer has to draw over its background.
struct LayerPicture {
    /// Nil where only texts are drawn.
    let image: UIImage?
    /// Where it is in the layer's bounds.
    let frame: CGRect
    var mode = UIView.ContentMode.scaleToFill
    /// Whether it has the layer's round corners.
    var isRounded = false
    /// What the host sets over it.
    var texts: [DrawnText] = []
}

extension CALayer {
    /// What is drawn in a layer before all layers in it.
    struct Content {
        /// The host's view that shows it; none while there is nothing.
        var node: ViewNode?
        /// What kind of view that is.
        var kind: bf_view_kind?
        /// The host's views of the texts that were drawn, in that one.
        var texts: [ViewNode] = []
        /// Whether it has to be made anew.
        var isStale = true
        /// Whether ``CALayer/draw(in:)`` has been asked for.
        var isAskedFor = false
        /// The size that it was made for.
        var size: CGSize?
        /// Whether ``CALayer/layoutSublayers()`` is asked for.
        var needsLayout = true
    }

    /// Has the content made anew before the layer is shown.
    final func contentChanged() {
        content.isStale = true
        ViewLayout.schedule()
    }

    /// Lays out and draws what has changed of the layer and of those in it that are of no view.
    final func display() {
        let size = bounds.size
        if content.needsLayout || content.size != size {
            content.needsLayout = false
            layoutSublayers()
            if mask != nil { maskChanged() }
        }
        if content.isStale || content.size != size { displayContent() }
        for layer in children where layer.view == nil { layer.display() }
    }

    /// Makes the content, if the layer has any area.
    final func displayContent() {
        let size = bounds.size
        content.size = size
        content.isStale = false
        guard !displayText(size) else { return }
        guard let picture = makeContent(size) else {
            removeContent()
            return
        }
        let node = contentNode(picture.image == nil ? BF_VIEW_PLAIN : BF_VIEW_IMAGE)
        node.setFrame(picture.frame)
        display(picture.texts, over: node, from: picture.frame.origin)
        guard let image = picture.image else { return }
        node.set(.contentMode, Int64(picture.mode.rawValue))
        node.set(.cornerRadius, picture.isRounded ? max(cornerRadius, 0) : 0)
        node.set(.clips, picture.isRounded || picture.mode == .scaleAspectFill)
        node.set(image: image)
    }

    private func removeContent() {
        content.node?.remove()
        content.node = nil
        content.texts = []
    }

    /// The host's view of the content, which is made the first time.
    final func contentNode(_ kind: bf_view_kind) -> ViewNode {
        if let made = content.node, content.kind == kind { return made }
        removeContent()
        let made = ViewNode(kind)
        content.kind = kind
        made.set(.isInteractive, false)
        content.node = made
        node.insert(made, at: 0)
        return made
    }

    /// The picture that is the layer's contents.
    final func contentsPicture(_ size: CGSize) -> LayerPicture? {
        let image: UIImage? =
            switch contents {
            case let image as UIImage: image
            case let image as CGImage: UIImage(cgImage: image)
            default: nil
            }
        guard let image else { return nil }
        let frame = CGRect(origin: .zero, size: size)
        return LayerPicture(image: image, frame: frame, mode: contentsGravity.mode)
    }

    /// The picture that ``draw(in:)`` draws where it was asked for, or the view.
    final func drawnPicture(_ size: CGSize) -> LayerPicture? {
        let bounds = CGRect(origin: .zero, size: size)
        if content.isAskedFor, let own = Self.picture(in: bounds, { draw(in: $0) }) { return own }
        return view.flatMap { ViewDrawing.picture(of: $0, in: bounds) }
    }

    /// Draws a picture of a rectangle at the scale of the screen; nil for one with nothing in it.
    static func picture(in bounds: CGRect, _ draw: (CGContext) -> Void) -> LayerPicture? {
        // 2048 points of a side are 4096 pixels, which is as large as the host shows anything.
        let bounds = bounds.intersection(CGRect(x: -2048, y: -2048, width: 4096, height: 4096))
        let scale: CGFloat = max(bounds.width, bounds.height) > 2048 ? 1 : 2
        let context = ContextStack.context(bounds, scale: scale, isOpaque: false)
        guard !bounds.isNull, let context else { return nil }
        let texts = TextDrawing.Texts(toLayer: context.ctm.inverted())
        let entry = ContextStack.Entry(context: context, scale: scale, texts: texts)
        ContextStack.entries.append(entry)
        draw(context)
        UIGraphicsEndImageContext()
        let image = context.isTouched ? context.makeImage() : nil
        guard image != nil || !texts.all.isEmpty else { return nil }
        return LayerPicture(
            image: image.map { UIImage(cgImage: $0, scale: scale, orientation: .up) },
            frame: bounds,
            texts: texts.all
        )
    }
}

/// Views that draw themselves.
@MainActor enum ViewDrawing {
    /// The classes whose ``UIView/draw(_:)`` is that of ``UIView`` itself, so that there is nothing to draw.
    private static var plainClasses: Set<ObjectIdentifier> = [ObjectIdentifier(UIView.self)]
    private static var isBaseCalled = false

    /// Says that a view draws as ``UIView`` does.
    static func drawNothing() {
        isBaseCalled = true
    }

    /// What a view draws; nil for nothing.
    static func picture(of view: UIView, in bounds: CGRect) -> LayerPicture? {
        let kind = ObjectIdentifier(type(of: view))
        guard !plainClasses.contains(kind) else { return nil }
        isBaseCalled = false
        let picture = CALayer.picture(in: bounds) { _ in view.draw(bounds) }
        // An override may call the one that it overrides, and draws nothing now and then.
        if picture == nil, isBaseCalled { plainClasses.insert(kind) }
        return picture
    }
}

/// How a layer's contents are made larger or smaller.
public struct CALayerContentsFilter: RawRepresentable, Hashable, Sendable {
    /// Its name.
    public let rawValue: String

    /// Takes a name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Smooth.
    public static let linear = Self(rawValue: "linear")
    /// By the nearest pixel.
    public static let nearest = Self(rawValue: "nearest")
    /// Smooth, by smaller copies.
    public static let trilinear = Self(rawValue: "trilinear")
}

/// How contents are placed in a layer.
///
/// - SeeAlso: https://developer.apple.com/documentation/quartzcore/calayercontentsgravity
public struct CALayerContentsGravity: RawRepresentable, Hashable, Sendable {
    /// Its name.
    public let rawValue: String

    /// Takes a name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// In the middle.
    public static let center = Self(rawValue: "center")
    /// Where the host has it, at the top; Apple's names count from the lower edge.
    public static let top = Self(rawValue: "top")
    /// At the bottom.
    public static let bottom = Self(rawValue: "bottom")
    /// At the left.
    public static let left = Self(rawValue: "left")
    /// At the right.
    public static let right = Self(rawValue: "right")
    /// In the upper left corner.
    public static let topLeft = Self(rawValue: "topLeft")
    /// In the upper right corner.
    public static let topRight = Self(rawValue: "topRight")
    /// In the lower left corner.
    public static let bottomLeft = Self(rawValue: "bottomLeft")
    /// In the lower right corner.
    public static let bottomRight = Self(rawValue: "bottomRight")
    /// Stretched.
    public static let resize = Self(rawValue: "resize")
    /// As large as fits.
    public static let resizeAspect = Self(rawValue: "resizeAspect")
    /// As small as leaves nothing bare.
    public static let resizeAspectFill = Self(rawValue: "resizeAspectFill")

    fileprivate var mode: UIView.ContentMode {
        switch self {
        case .center: .center
        case .top: .top
        case .bottom: .bottom
        case .left: .left
        case .right: .right
        case .topLeft: .topLeft
        case .topRight: .topRight
        case .bottomLeft: .bottomLeft
        case .bottomRight: .bottomRight
        case .resizeAspect: .scaleAspectFit
        case .resizeAspectFill: .scaleAspectFill
        default: .scaleToFill
        }
    }
}

/// Corners of a layer, by the ends of its axes: x from the left, y from the top.
///
/// - SeeAlso: https://developer.apple.com/documentation/quartzcore/cacornermask
public struct CACornerMask: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// Takes the bits.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// The upper left one.
    public static let layerMinXMinYCorner = Self(rawValue: 1)
    /// The upper right one.
    public static let layerMaxXMinYCorner = Self(rawValue: 2)
    /// The lower left one.
    public static let layerMinXMaxYCorner = Self(rawValue: 4)
    /// The lower right one.
    public static let layerMaxXMaxYCorner = Self(rawValue: 8)

    /// All of them.
    static let all = Self(rawValue: 15)
}

/// How a layer's corners are rounded.
///
/// - SeeAlso: https://developer.apple.com/documentation/quartzcore/calayercornercurve
public struct CALayerCornerCurve: RawRepresentable, Hashable, Sendable {
    /// Its name.
    public let rawValue: String

    /// Takes a name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// As of a circle.
    public static let circular = Self(rawValue: "circular")
    /// Without a beginning that is seen.
    public static let continuous = Self(rawValue: "continuous")
}
