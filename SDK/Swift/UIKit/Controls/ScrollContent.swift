// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// What there is to scroll, as far as rules say it: an empty view that nobody sees.
///
/// Rules between a view in a scroll view and the edges of that scroll view are about it; widths and
/// heights are the scroll view's own, as on iOS.
@MainActor final class ScrollContent: UIView {
    private var origin: [NSLayoutConstraint] = []

    override var takesInteraction: Bool { false }

    /// Ties the view to a scroll view that it is in.
    func tie(to scroll: UIScrollView) {
        translatesAutoresizingMaskIntoConstraints = false
        isUserInteractionEnabled = false
        let frame = scroll.frameLayoutGuide
        origin = [
            topAnchor.constraint(equalTo: frame.topAnchor),
            leadingAnchor.constraint(equalTo: frame.leadingAnchor),
        ]
        take(scroll.contentInset)
        // No larger than what is in it, and a scroll view as high as it where nobody says more.
        let weak = [
            widthAnchor.constraint(equalToConstant: 0), heightAnchor.constraint(equalToConstant: 0),
            frame.heightAnchor.constraint(equalTo: heightAnchor),
        ]
        for (rule, priority) in zip(weak, [Float(1), 1, 2]) {
            rule.priority = UILayoutPriority(priority)
        }
        NSLayoutConstraint.activate(origin + weak)
    }

    /// Takes the space around it.
    func take(_ insets: UIEdgeInsets) {
        for (rule, constant) in zip(origin, [insets.top, insets.left]) { rule.constant = constant }
        setNeedsLayout()
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        guard let scroll = superview as? UIScrollView else { return }
        let (size, insets) = (bounds.size, scroll.contentInset)
        scroll.contentSize = CGSize(
            width: size.width + insets.left + insets.right,
            height: size.height + insets.top + insets.bottom
        )
    }
}

extension LayoutTerm {
    /// The term, of what there is to scroll where it is an edge of a scroll view that the other
    /// item is in.
    func ofContent(_ item: AnyObject?, beside other: AnyObject?) -> LayoutTerm {
        guard let scroll = item as? UIScrollView, scroll.hasContentByRules,
            attribute.isOfContent,
            let view = (other as? UIView) ?? (other as? UILayoutGuide)?.place,
            view !== scroll, view.isDescendant(of: scroll)
        else { return self }
        return LayoutTerm(scroll.content, attribute)
    }
}

extension NSLayoutConstraint.Attribute {
    /// Whether it is a place, not a length.
    fileprivate var isOfContent: Bool {
        switch self {
        case .left, .right, .top, .bottom, .leading, .trailing, .centerX, .centerY: true
        default: false
        }
    }
}
