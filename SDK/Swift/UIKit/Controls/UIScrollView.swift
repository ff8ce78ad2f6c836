// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfry
public import Foundation

/// A view that shows a part of what is in it.
@preconcurrency @MainActor
open class UIScrollView: UIView {
    override class var kind: bf_view_kind { BF_VIEW_SCROLL }

    private var ownOffset: CGPoint = .zero
    /// What ``refreshControl`` returns.
    final var keptRefreshControl: UIRefreshControl?

    /// Who hears of what the user does.
    ///
    /// - Note: Without effect: the host scrolls and tells nobody.
    open weak var delegate: (any UIScrollViewDelegate)?

    /// How much there is to scroll.
    open var contentSize: CGSize = .zero {
        didSet {
            node.set(.contentWidth, max(contentSize.width, 0))
            node.set(.contentHeight, max(contentSize.height, 0))
        }
    }

    /// What of it is at the view's origin.
    open var contentOffset: CGPoint {
        get {
            guard let x = node.real(.offsetX), let y = node.real(.offsetY) else { return ownOffset }
            return CGPoint(x: x, y: y)
        }
        set {
            ownOffset = newValue
            node.set(.offsetX, newValue.x)
            node.set(.offsetY, newValue.y)
        }
    }

    /// How much empty space is around what there is to scroll, where constraints say how much that is.
    open var contentInset: UIEdgeInsets = .zero {
        didSet { ownContent?.take(contentInset) }
    }
    /// Whether the user can scroll.
    ///
    /// - Note: Without effect: where there is more, it can be scrolled.
    open var isScrollEnabled = true
    /// Whether it stops at full pages.
    ///
    /// - Note: Without effect: it does not.
    open var isPagingEnabled = false
    /// Whether it goes on a little at the end.
    ///
    /// - Note: Without effect: it does not.
    open var bounces = true
    /// Whether it goes on a little where there is nothing to scroll.
    ///
    /// - Note: Without effect: it does not.
    open var alwaysBounceVertical = false
    /// Whether it goes on a little where there is nothing to scroll.
    ///
    /// - Note: Without effect: it does not.
    open var alwaysBounceHorizontal = false
    /// Whether it shows how far it is.
    ///
    /// - Note: Without effect: the host shows it in its own way.
    open var showsVerticalScrollIndicator = true
    /// Whether it shows how far it is.
    ///
    /// - Note: Without effect: the host shows it in its own way.
    open var showsHorizontalScrollIndicator = true

    /// How soon it stops.
    ///
    /// - Note: Without effect: the host scrolls in its own way.
    open var decelerationRate = DecelerationRate.normal
    /// What scrolling does to the keyboard.
    ///
    /// - Note: Without effect: the host has its own.
    open var keyboardDismissMode = KeyboardDismissMode.none
    /// Whether the safe area is left free.
    ///
    /// - Note: Without effect: a notification has none.
    open var contentInsetAdjustmentBehavior = ContentInsetAdjustmentBehavior.automatic

    /// How soon scrolling stops.
    public struct DecelerationRate: RawRepresentable, Hashable, Sendable {
        /// What is left of the speed after a millisecond.
        public let rawValue: CGFloat

        /// Takes what is left.
        public init(rawValue: CGFloat) {
            self.rawValue = rawValue
        }

        /// As usual.
        public static let normal = DecelerationRate(rawValue: 0.998)
        /// Soon.
        public static let fast = DecelerationRate(rawValue: 0.99)
    }

    /// What scrolling does to the keyboard.
    public enum KeyboardDismissMode: Int, Sendable {
        /// Nothing.
        case none = 0
        /// It goes.
        case onDrag = 1
        /// It goes with the finger.
        case interactive = 2
    }

    /// Whether the safe area is left free.
    public enum ContentInsetAdjustmentBehavior: Int, Sendable {
        /// As it suits.
        case automatic = 0
        /// Along what is scrolled.
        case scrollableAxes = 1
        /// It is not.
        case never = 2
        /// It is.
        case always = 3
    }

    /// Scrolls; the host does so at once.
    open func setContentOffset(_ contentOffset: CGPoint, animated: Bool) {
        self.contentOffset = contentOffset
    }

    /// Scrolls as little as shows a rectangle.
    open func scrollRectToVisible(_ rect: CGRect, animated: Bool) {
        let size = bounds.size
        func scrolled(
            _ offset: CGFloat,
            _ low: CGFloat,
            _ high: CGFloat,
            _ length: CGFloat
        )
            -> CGFloat
        {
            low < offset ? low : high > offset + length ? high - length : offset
        }
        let offset = contentOffset
        contentOffset = CGPoint(
            x: scrolled(offset.x, rect.minX, rect.maxX, size.width),
            y: scrolled(offset.y, rect.minY, rect.maxY, size.height)
        )
    }

    private var ownContent: ScrollContent?

    /// Whether rules of views in it say how much there is to scroll.
    var hasContentByRules: Bool { true }

    /// What there is to scroll, for rules.
    final var content: UIView {
        if let ownContent { return ownContent }
        let made = ScrollContent()
        ownContent = made
        insert(made, at: 0)
        made.tie(to: self)
        return made
    }

    /// The rectangle of all that there is to scroll.
    open var contentLayoutGuide: UILayoutGuide { UILayoutGuide(of: content, isOfMargins: false) }
    /// The rectangle that is seen.
    open var frameLayoutGuide: UILayoutGuide { safeAreaLayoutGuide }
}

/// Who hears of what the user scrolls.
@preconcurrency @MainActor
public protocol UIScrollViewDelegate: NSObjectProtocol {}
