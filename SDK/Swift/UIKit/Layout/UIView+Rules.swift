// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfry
public import Foundation

extension UIView {
    /// What a view's place follows from.
    struct Rules {
        /// The rules that hold between the view and those in it.
        var held: [NSLayoutConstraint] = []
        var guides: [UILayoutGuide] = []
        var margins: UIEdgeInsets?
        /// The space behind the view in a stack, where it is another than the stack's.
        var spacingAfter: CGFloat?
        var hugging: [NSLayoutConstraint.Axis: UILayoutPriority] = [:]
        var resistance: [NSLayoutConstraint.Axis: UILayoutPriority] = [:]
        /// The size that the view says to have by itself, and the rules that stand for it.
        var ownSize: CGSize?
        var ownSizeRules: [NSLayoutConstraint] = []
    }

    /// A width or height that a view does not have by itself.
    public static let noIntrinsicMetric: CGFloat = -1
    /// To be as small as its rules let it.
    public static let layoutFittingCompressedSize = CGSize.zero
    /// To be as large as its rules let it.
    public static let layoutFittingExpandedSize = CGSize(width: 10_000, height: 10_000)

    /// The rules that hold between the view and those in it.
    public var constraints: [NSLayoutConstraint] { rules.held }

    /// Has a rule hold.
    public func addConstraint(_ constraint: NSLayoutConstraint) { constraint.isActive = true }
    /// Has rules hold.
    public func addConstraints(_ constraints: [NSLayoutConstraint]) {
        NSLayoutConstraint.activate(constraints)
    }
    /// Has a rule no longer hold.
    public func removeConstraint(_ constraint: NSLayoutConstraint) { constraint.isActive = false }
    /// Has rules no longer hold.
    public func removeConstraints(_ constraints: [NSLayoutConstraint]) {
        NSLayoutConstraint.deactivate(constraints)
    }

    /// Asks that ``updateConstraints()`` be called before the view is laid out.
    public func setNeedsUpdateConstraints() { setNeedsLayout() }
    /// Calls ``updateConstraints()`` at once.
    public func updateConstraintsIfNeeded() { updateConstraints() }
    /// Says that the size of the view's content is another.
    public func invalidateIntrinsicContentSize() { setNeedsLayout() }

    /// Puts a guide into the view.
    public func addLayoutGuide(_ layoutGuide: UILayoutGuide) {
        rules.guides.append(layoutGuide)
        layoutGuide.move(to: self)
    }

    /// Takes a guide out of the view.
    public func removeLayoutGuide(_ layoutGuide: UILayoutGuide) {
        rules.guides.removeAll { $0 === layoutGuide }
        layoutGuide.move(to: nil)
    }

    /// The guides in the view.
    public var layoutGuides: [UILayoutGuide] { rules.guides }
    /// The view's rectangle within its margins.
    public var layoutMarginsGuide: UILayoutGuide { UILayoutGuide(of: self, isOfMargins: true) }
    /// The view's rectangle within its margins, which text is read best in.
    public var readableContentGuide: UILayoutGuide { layoutMarginsGuide }
    /// The view's rectangle: nothing lies over a notification.
    public var safeAreaLayoutGuide: UILayoutGuide { UILayoutGuide(of: self, isOfMargins: false) }
    /// No distances: nothing lies over a notification.
    public var safeAreaInsets: UIEdgeInsets { .zero }

    /// The view's margins.
    public var layoutMargins: UIEdgeInsets {
        get { rules.margins ?? UIEdgeInsets(top: 8, left: 8, bottom: 8, right: 8) }
        set {
            rules.margins = newValue
            node.set(.marginTop, newValue.top)
            node.set(.marginLeft, newValue.left)
            node.set(.marginBottom, newValue.bottom)
            node.set(.marginRight, newValue.right)
            setNeedsLayout()
        }
    }

    /// The view's margins; lines begin at the left here.
    public var directionalLayoutMargins: NSDirectionalEdgeInsets {
        get {
            let margins = layoutMargins
            return NSDirectionalEdgeInsets(
                top: margins.top,
                leading: margins.left,
                bottom: margins.bottom,
                trailing: margins.right
            )
        }
        set {
            layoutMargins = UIEdgeInsets(
                top: newValue.top,
                left: newValue.leading,
                bottom: newValue.bottom,
                right: newValue.trailing
            )
        }
    }

    /// Whether the margins of the superview count here, too.
    ///
    /// - Note: Without effect: each view has its own.
    public var preservesSuperviewLayoutMargins: Bool {
        get { false }
        set {}
    }

    /// Whether what lies over the screen is added to the margins.
    ///
    /// - Note: Without effect: nothing lies over a notification.
    public var insetsLayoutMarginsFromSafeArea: Bool {
        get { true }
        set {}
    }

    /// How much the view is not to be larger than its content.
    public func contentHuggingPriority(for axis: NSLayoutConstraint.Axis) -> UILayoutPriority {
        rules.hugging[axis] ?? defaultHugging
    }

    /// Says how much the view is not to be larger than its content.
    public func setContentHuggingPriority(
        _ priority: UILayoutPriority,
        for axis: NSLayoutConstraint.Axis
    ) {
        rules.hugging[axis] = priority
        let key: ViewKey<Double> = axis == .horizontal ? .huggingHorizontal : .huggingVertical
        node.set(key, CGFloat(priority.rawValue))
    }

    /// How much the view is not to be smaller than its content.
    public func contentCompressionResistancePriority(
        for axis: NSLayoutConstraint.Axis
    ) -> UILayoutPriority {
        rules.resistance[axis] ?? .defaultHigh
    }

    /// Says how much the view is not to be smaller than its content.
    public func setContentCompressionResistancePriority(
        _ priority: UILayoutPriority,
        for axis: NSLayoutConstraint.Axis
    ) {
        rules.resistance[axis] = priority
        let key: ViewKey<Double> = axis == .horizontal ? .resistanceHorizontal : .resistanceVertical
        node.set(key, CGFloat(priority.rawValue))
    }

    private var defaultHugging: UILayoutPriority {
        self is UILabel || self is UIImageView ? UILayoutPriority(251) : .defaultLow
    }

    /// The size that the rules give the view within another.
    public func systemLayoutSizeFitting(_ targetSize: CGSize) -> CGSize {
        fitting(targetSize) ?? bounds.size
    }

    /// The size that the rules give the view; a required width or height stays as it is.
    public func systemLayoutSizeFitting(
        _ targetSize: CGSize,
        withHorizontalFittingPriority horizontalFittingPriority: UILayoutPriority,
        verticalFittingPriority: UILayoutPriority
    ) -> CGSize {
        var size = fitting(targetSize) ?? bounds.size
        if horizontalFittingPriority == .required { size.width = targetSize.width }
        if verticalFittingPriority == .required { size.height = targetSize.height }
        return size
    }

    /// What the host says the view wants within a size; nil without a host.
    final func fitting(_ size: CGSize) -> CGSize? {
        func limit(_ number: CGFloat) -> CGFloat { (1..<10_000).contains(number) ? number : 0 }
        return node.measure(within: CGSize(width: limit(size.width), height: limit(size.height)))
    }

    /// The view that both are in, or are; nil for none.
    final func commonAncestor(with other: UIView) -> UIView? {
        sequence(first: self) { $0.superview }.first { other.isDescendant(of: $0) }
    }

    /// Has the rules between what is in this view and what is not no longer hold.
    final func dropOuterRules() {
        for ancestor in sequence(first: self, next: { $0.superview }).dropFirst() {
            for rule in ancestor.rules.held where rule.leads(outOf: self) { rule.isActive = false }
        }
    }
}
