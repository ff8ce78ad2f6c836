// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// Dots, one for each page, of which one stands out.
///
/// - SeeAlso: https://developer.apple.com/documentation/uikit/uipagecontrol
@preconcurrency @MainActor
open class UIPageControl: UIControl {
    private var dots: [UIView] = []

    /// How large a dot is, and from one to the next.
    private static let dotSize: CGFloat = 8
    private static let step: CGFloat = 18

    /// How many pages there are.
    open var numberOfPages = 0 { didSet { update() } }
    /// The page that stands out, from 0.
    open var currentPage = 0 { didSet { update() } }
    /// Whether it is not drawn where there is one page.
    open var hidesForSinglePage = false { didSet { update() } }
    /// The colour of the other dots.
    open var pageIndicatorTintColor: UIColor? { didSet { update() } }
    /// The colour of the dot that stands out.
    open var currentPageIndicatorTintColor: UIColor? { didSet { update() } }
    /// What is behind the dots.
    ///
    /// - Note: Without effect: nothing is.
    open var backgroundStyle = BackgroundStyle.automatic
    /// Whether a finger may go along the dots.
    ///
    /// - Note: Without effect: a touch goes to the next page.
    open var allowsContinuousInteraction = true

    /// What is behind the dots.
    public enum BackgroundStyle: Int, Sendable {
        /// As it suits.
        case automatic = 0
        /// Something that stands out.
        case prominent = 1
        /// Nothing.
        case minimal = 2
    }

    /// The size of so many dots.
    open func size(forNumberOfPages pageCount: Int) -> CGSize {
        CGSize(width: CGFloat(max(pageCount, 0)) * Self.step + 20, height: 26)
    }

    /// The size of the dots that there are.
    open override var intrinsicContentSize: CGSize { size(forNumberOfPages: numberOfPages) }

    /// The size of the dots that there are.
    open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }

    /// Places the dots in the middle.
    open override func layoutSubviews() {
        super.layoutSubviews()
        let length = CGFloat(dots.count) * Self.step
        for (index, dot) in dots.enumerated() {
            dot.frame = CGRect(
                x: (bounds.width - length + Self.step - Self.dotSize) / 2
                    + CGFloat(index) * Self.step,
                y: (bounds.height - Self.dotSize) / 2,
                width: Self.dotSize,
                height: Self.dotSize
            )
        }
    }

    /// Goes to the next page, if there is one, where it is touched.
    open override func sendActions(for controlEvents: UIControl.Event) {
        if controlEvents.contains(.touchUpInside), numberOfPages > 0 {
            currentPage = min(currentPage + 1, numberOfPages - 1)
            super.sendActions(for: controlEvents.union(.valueChanged))
        } else {
            super.sendActions(for: controlEvents)
        }
    }

    private func update() {
        let count = hidesForSinglePage && numberOfPages == 1 ? 0 : min(max(numberOfPages, 0), 100)
        while dots.count > count { dots.removeLast().removeFromSuperview() }
        while dots.count < count {
            let dot = UIView()
            dot.isUserInteractionEnabled = false
            dot.layer.cornerRadius = Self.dotSize / 2
            addSubview(dot)
            dots.append(dot)
        }
        let rest = pageIndicatorTintColor ?? UIColor.label.withAlphaComponent(0.3)
        for (index, dot) in dots.enumerated() {
            let isCurrent = index == currentPage
            dot.backgroundColor = isCurrent ? currentPageIndicatorTintColor ?? .label : rest
        }
        invalidateIntrinsicContentSize()
        setNeedsLayout()
    }
}
