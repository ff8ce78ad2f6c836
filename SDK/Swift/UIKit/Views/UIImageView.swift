// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfry
public import Foundation

/// A picture that is shown.
@preconcurrency @MainActor
open class UIImageView: UIView {
    override class var kind: bf_view_kind { BF_VIEW_IMAGE }
    override var takesInteraction: Bool { false }

    /// Creates a view of a place.
    public override init(frame: CGRect) {
        super.init(frame: frame)
    }

    /// Creates a view as large as its picture.
    public init(image: UIImage?) {
        super.init(frame: CGRect(origin: .zero, size: image?.size ?? .zero))
        self.image = image
        show()  // an initialiser's changes are not observed
    }

    /// Creates a view as large as its picture, with another for when it is highlighted.
    public init(image: UIImage?, highlightedImage: UIImage?) {
        super.init(frame: CGRect(origin: .zero, size: image?.size ?? .zero))
        self.image = image
        self.highlightedImage = highlightedImage
        show()
    }

    /// Creates a view for a storyboard, which says the rest.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
    }

    /// The picture.
    open var image: UIImage? {
        didSet { show() }
    }

    /// The picture as it is shown: a symbol as large as is said here or by itself.
    private var shownImage: UIImage? {
        guard let image, let symbol = image.symbol, let preferred = preferredSymbolConfiguration
        else { return image }
        return image.showing(symbol.with(preferred.look.with(symbol.look)))
    }

    private func show() {
        let shown = shownImage
        node.set(image: shown)
        node.set(.tintColor, shown?.symbol?.look.color ?? look.tintColor)
        invalidateIntrinsicContentSize()
    }

    /// The picture for when it is highlighted.
    ///
    /// - Note: Without effect: it is kept.
    open var highlightedImage: UIImage?
    /// Whether the other picture is shown.
    ///
    /// - Note: Without effect: it is kept.
    open var isHighlighted = false

    /// Pictures to show in turn, of which the first is shown.
    ///
    /// - Note: Without effect: the host shows them still; an animated GIF in a file moves.
    open var animationImages: [UIImage]? {
        didSet { if image == nil { image = animationImages?.first } }
    }
    /// How long all pictures are shown.
    ///
    /// - Note: Without effect: the host shows them still.
    open var animationDuration: TimeInterval = 0
    /// How often they are shown.
    ///
    /// - Note: Without effect: the host shows them still.
    open var animationRepeatCount = 0
    /// Whether they are shown in turn.
    open private(set) var isAnimating = false
    /// How symbols are made for it, where they do not say it themselves.
    open var preferredSymbolConfiguration: UIImage.SymbolConfiguration? {
        didSet { show() }
    }

    /// Shows the pictures in turn.
    ///
    /// - Note: Without effect: the host shows them still.
    open func startAnimating() { isAnimating = true }
    /// Stops showing the pictures in turn.
    ///
    /// - Note: Without effect: the host shows them still.
    open func stopAnimating() { isAnimating = false }

    /// The picture's size; none without one.
    open override var intrinsicContentSize: CGSize {
        shownImage?.size ?? super.intrinsicContentSize
    }
    /// Returns the picture's size.
    open override func sizeThatFits(_ size: CGSize) -> CGSize { shownImage?.size ?? .zero }
}
