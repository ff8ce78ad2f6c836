// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// A bar with items beside each other, such as above a keyboard.
///
/// - SeeAlso: https://developer.apple.com/documentation/uikit/uitoolbar
@preconcurrency @MainActor
open class UIToolbar: UIView {
    /// Creates a bar at a place of its future superview.
    public override init(frame: CGRect) {
        super.init(frame: frame)
        backgroundColor = .systemBackground
    }

    /// Creates a bar for a storyboard, which says the rest.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        if backgroundColor == nil { backgroundColor = .systemBackground }
    }

    /// What it has, from the left.
    open var items: [UIBarButtonItem]? {
        didSet {
            for item in oldValue ?? [] { item.view?.removeFromSuperview() }
            for item in items ?? [] { item.view.map(addSubview) }
            setNeedsLayout()
        }
    }

    /// Says what it has.
    open func setItems(_ items: [UIBarButtonItem]?, animated: Bool) { self.items = items }

    /// The colour behind the items.
    open var barTintColor: UIColor? {
        didSet { backgroundColor = barTintColor ?? .systemBackground }
    }

    /// How it looks.
    ///
    /// - Note: Without effect: the host draws light and dark by itself.
    open var barStyle = UIBarStyle.default
    /// Whether what is behind shows through.
    ///
    /// - Note: Without effect: nothing does.
    open var isTranslucent = true

    /// As wide as there is place, 44 points high.
    open override var intrinsicContentSize: CGSize {
        CGSize(width: UIView.noIntrinsicMetric, height: Self.height)
    }
    /// Returns the width that is given, and 44 points.
    open override func sizeThatFits(_ size: CGSize) -> CGSize {
        CGSize(width: size.width, height: Self.height)
    }

    private static let height: CGFloat = 44
    private static let edge: CGFloat = 16
    private static let gap: CGFloat = 16

    /// Places the items.
    open override func layoutSubviews() {
        super.layoutSubviews()
        let items = items ?? []
        let widths = items.map { item -> CGFloat? in
            switch item.extent {
            case .rest: nil
            case .fixed(let width): width
            case .content: item.view?.sizeThatFits(.zero).width ?? 0
            }
        }
        let shown = items.filter { $0.view != nil }.count
        let taken = widths.reduce(0) { $0 + ($1 ?? 0) } + Self.gap * CGFloat(max(shown - 1, 0))
        let stretches = widths.filter { $0 == nil }.count
        let rest = max(bounds.width - 2 * Self.edge - taken, 0) / CGFloat(max(stretches, 1))
        var (x, isFirst) = (Self.edge, true)
        for (item, width) in zip(items, widths) {
            guard let view = item.view else {
                x += width ?? rest
                continue
            }
            if !isFirst { x += Self.gap }
            isFirst = false
            let size = CGSize(width: width ?? rest, height: min(bounds.height, Self.height))
            view.frame = CGRect(
                origin: CGPoint(x: x, y: (bounds.height - size.height) / 2),
                size: size
            )
            x += size.width
        }
    }
}

/// How a bar looks.
///
/// - SeeAlso: https://developer.apple.com/documentation/uikit/uibarstyle
public enum UIBarStyle: Int, Sendable {
    /// Dark on light.
    case `default` = 0
    /// Light on dark.
    case black = 1
}
