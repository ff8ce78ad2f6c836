// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfry
public import Foundation

/// A view that lays out others in a row or a column.
@preconcurrency @MainActor
open class UIStackView: UIView {
    /// How the length is given to the views.
    public enum Distribution: Int, Sendable {
        /// As they need it; one gets the rest.
        case fill = 0
        /// The same to all.
        case fillEqually = 1
        /// By what they need.
        case fillProportionally = 2
        /// What they need, with the same space between them.
        case equalSpacing = 3
        /// What they need, with the same distance from middle to middle.
        case equalCentering = 4
    }

    /// How views stand across the stack.
    public enum Alignment: Int, Sendable {
        /// From one side to the other.
        case fill = 0
        /// Where lines begin, or at the top.
        case leading = 1
        /// With their first lines at one height.
        case firstBaseline = 2
        /// In the middle.
        case center = 3
        /// Where lines end, or at the bottom.
        case trailing = 4
        /// With their last lines at one height.
        case lastBaseline = 5

        /// At the top.
        public static var top: Self { .leading }
        /// At the bottom.
        public static var bottom: Self { .trailing }
    }

    /// Has the views keep the space that is usual.
    public static let spacingUseSystem: CGFloat = 8
    /// Has the views keep the stack's spacing.
    public static let spacingUseDefault = CGFloat.greatestFiniteMagnitude

    /// The views that are laid out.
    open private(set) var arrangedSubviews: [UIView] = []

    override class var kind: bf_view_kind { BF_VIEW_STACK }

    /// Creates a stack at a place.
    public override init(frame: CGRect) {
        super.init(frame: frame)
    }

    /// Creates a stack of views.
    public init(arrangedSubviews views: [UIView]) {
        super.init(frame: .zero)
        for view in views { addArrangedSubview(view) }
    }

    /// Creates a stack for a storyboard, which says the rest.
    public required init(coder: NSCoder) {
        super.init(frame: .zero)
        (coder as? StoryboardCoder)?.decode(into: self)
    }

    /// Whether it is a row or a column.
    open var axis: NSLayoutConstraint.Axis = .horizontal {
        didSet { node.set(.axis, Int64(axis.rawValue)) }
    }
    /// How the length is given to the views.
    open var distribution: Distribution = .fill {
        didSet { node.set(.distribution, Int64(distribution.rawValue)) }
    }
    /// How the views stand across.
    open var alignment: Alignment = .fill {
        didSet { node.set(.alignment, Int64(alignment.rawValue)) }
    }
    /// The space between the views.
    open var spacing: CGFloat = 0 {
        didSet { node.set(.spacing, spacing) }
    }
    /// Whether the stack's margins are kept.
    open var isLayoutMarginsRelativeArrangement = false {
        didSet { node.set(.areMarginsRelative, isLayoutMarginsRelativeArrangement) }
    }
    /// Whether space is reckoned from line to line.
    ///
    /// - Note: Without effect: it is reckoned from view to view.
    open var isBaselineRelativeArrangement = false

    /// Lays out a view after all others.
    open func addArrangedSubview(_ view: UIView) {
        insertArrangedSubview(view, at: arrangedSubviews.filter { $0 !== view }.count)
    }

    /// Lays out a view before the one at a place.
    open func insertArrangedSubview(_ view: UIView, at stackIndex: Int) {
        if view.superview === self { arrangedSubviews.removeAll { $0 === view } }
        if view.superview !== self { addSubview(view) }
        let index = min(max(stackIndex, 0), arrangedSubviews.count)
        arrangedSubviews.insert(view, at: index)
        view.translatesAutoresizingMaskIntoConstraints = false
        node.arrange(view.node, at: index)
        setNeedsLayout()
    }

    /// No longer lays out a view, which stays in the stack.
    open func removeArrangedSubview(_ view: UIView) {
        guard arrangedSubviews.contains(where: { $0 === view }) else { return }
        arrangedSubviews.removeAll { $0 === view }
        node.disarrange(view.node)
        setNeedsLayout()
    }

    /// Keeps another space after a view than after others.
    open func setCustomSpacing(_ spacing: CGFloat, after arrangedSubview: UIView) {
        let isCustom = spacing != UIStackView.spacingUseDefault
        arrangedSubview.rules.spacingAfter = isCustom ? spacing : nil
        arrangedSubview.node.set(.spacingAfter, arrangedSubview.rules.spacingAfter)
        setNeedsLayout()
    }

    /// The space after a view, where it is another than after others.
    open func customSpacing(after arrangedSubview: UIView) -> CGFloat {
        arrangedSubview.rules.spacingAfter ?? UIStackView.spacingUseDefault
    }
}
