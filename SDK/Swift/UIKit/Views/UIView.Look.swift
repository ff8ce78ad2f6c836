// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

extension UIView {
    /// What a view looks like, as far as all kinds have it in common.
    struct Look {
        var transform: CGAffineTransform = .identity
        var alpha: CGFloat = 1
        var isHidden = false
        var backgroundColor: UIColor?
        var tintColor: UIColor?
        var isUserInteractionEnabled: Bool?
        var contentMode: ContentMode = .scaleToFill
        var clipsToBounds = false
        var accessibilityLabel: String?
        var isAccessibilityElement = false
        var accessibilityIdentifier: String?
        var accessibilityTraits: UIAccessibilityTraits = .none
        var screen = UIUserInterfaceStyle.unspecified
        var accessibilityHint: String?
        var accessibilityValue: String?
        var accessibilityElementsHidden = false
    }

    /// How a view's content fills it, when its size is another.
    public enum ContentMode: Int, Sendable {
        /// Stretched.
        case scaleToFill = 0
        /// As large as fits.
        case scaleAspectFit = 1
        /// As small as leaves nothing bare.
        case scaleAspectFill = 2
        /// Drawn anew.
        case redraw = 3
        /// In the middle.
        case center = 4
        /// At the top.
        case top = 5
        /// At the bottom.
        case bottom = 6
        /// At the left.
        case left = 7
        /// At the right.
        case right = 8
        /// In the upper left corner.
        case topLeft = 9
        /// In the upper right corner.
        case topRight = 10
        /// In the lower left corner.
        case bottomLeft = 11
        /// In the lower right corner.
        case bottomRight = 12
    }

    /// Whether what reaches beyond the bounds is not drawn.
    public var clipsToBounds: Bool {
        get { look.clipsToBounds }
        set {
            look.clipsToBounds = newValue
            node.set(.clips, newValue)
            // A mask clips, whatever is said here.
            if layer.mask != nil { layer.maskChanged() }
        }
    }

    /// Whether it hides all that is behind it.
    ///
    /// - Note: Without effect: the host sees what its colours let through.
    public var isOpaque: Bool {
        get { true }
        set {}
    }

    /// Whether it takes several fingers.
    ///
    /// - Note: Without effect: the host has one pointer.
    public var isMultipleTouchEnabled: Bool {
        get { false }
        set {}
    }

    /// Whether no other view gets a touch that began here.
    ///
    /// - Note: Without effect: the host has one pointer.
    public var isExclusiveTouch: Bool {
        get { false }
        set {}
    }
}
