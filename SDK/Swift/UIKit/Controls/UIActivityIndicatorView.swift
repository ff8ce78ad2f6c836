// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfry
public import Foundation

/// A sign that something is being done.
@preconcurrency @MainActor
open class UIActivityIndicatorView: UIView {
    /// How large it is.
    public enum Style: Int, Sendable {
        /// Large and white, as it was called before.
        case whiteLarge = 0
        /// White, as it was called before.
        case white = 1
        /// Grey, as it was called before.
        case gray = 2
        /// As usual.
        case medium = 100
        /// Large.
        case large = 101

        fileprivate var isLarge: Bool { self == .large || self == .whiteLarge }
    }

    override class var kind: bf_view_kind { BF_VIEW_ACTIVITY }
    override var takesInteraction: Bool { false }

    /// Creates a view of a place.
    public override init(frame: CGRect) {
        super.init(frame: frame)
        hideWhileStopped()
    }

    /// Creates a view of a size.
    public init(style: Style) {
        super.init(frame: .zero)
        self.style = style
        tellStyle()
        hideWhileStopped()
    }

    /// Creates a view for a storyboard, which says the rest.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        hideWhileStopped()
    }

    /// How large it is.
    open var style: Style = .medium {
        didSet { tellStyle() }
    }

    /// Its colour.
    // As Apple's, which takes nil and never gives it.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var color: UIColor! {
        get { ownColor ?? .gray }
        set {
            ownColor = newValue
            node.set(.tintColor, newValue)
        }
    }
    private var ownColor: UIColor?

    /// Whether it is hidden while nothing is done.
    open var hidesWhenStopped = true {
        didSet { hideWhileStopped() }
    }

    /// Whether something is being done.
    open private(set) var isAnimating = false

    /// Says that something is being done.
    open func startAnimating() { animate(true) }
    /// Says that it is done.
    open func stopAnimating() { animate(false) }

    /// The size that it is drawn with.
    open override var intrinsicContentSize: CGSize {
        style.isLarge ? CGSize(width: 37, height: 37) : CGSize(width: 20, height: 20)
    }

    private func animate(_ isAnimating: Bool) {
        self.isAnimating = isAnimating
        node.set(.isAnimating, isAnimating)
        hideWhileStopped()
    }

    private func tellStyle() {
        node.set(.sizeClass, style.isLarge)
        switch style {
        case .white, .whiteLarge: color = .white
        case .gray: color = .gray
        case .medium, .large: break
        }
    }

    private func hideWhileStopped() {
        if hidesWhenStopped { isHidden = !isAnimating } else { isHidden = false }
    }
}
