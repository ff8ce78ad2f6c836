// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfry
public import Foundation
internal import FoundationSupplement

/// A rule that an edge or a dimension of a view follows from another's.
@preconcurrency @MainActor
open class NSLayoutConstraint: NSObject {
    /// The view, or the guide, whose attribute follows.
    public final let firstItem: AnyObject?
    /// What of it follows.
    public final let firstAttribute: Attribute
    /// How it follows.
    public final let relation: Relation
    /// The view, or the guide, that it follows; none for a constant alone.
    public final let secondItem: AnyObject?
    /// What of it is followed.
    public final let secondAttribute: Attribute
    /// What the followed attribute is multiplied with.
    public final let multiplier: CGFloat
    /// A name to find it by.
    open var identifier: String?
    /// Whether it comes from a storyboard that says to take it away.
    open var shouldBeArchived = false

    final var handle = bf_constraint()
    final weak var holder: UIView?

    /// Creates a rule: the first attribute is the second, multiplied, plus a constant.
    public init(
        item view1: Any,
        attribute attr1: Attribute,
        relatedBy relation: Relation,
        toItem view2: Any?,
        attribute attr2: Attribute,
        multiplier: CGFloat,
        constant: CGFloat
    ) {
        firstItem = view1 as AnyObject
        firstAttribute = attr1
        self.relation = relation
        secondItem = view2.map { $0 as AnyObject }
        secondAttribute = attr2
        self.multiplier = multiplier
        self.constant = constant
        super.init()
    }

    /// What is added to the followed attribute.
    open var constant: CGFloat {
        didSet {
            guard constant != oldValue else { return }
            tellConstant()
        }
    }

    /// How much the rule matters where not all can hold.
    open var priority: UILayoutPriority = .required {
        didSet {
            guard priority != oldValue else { return }
            tellPriority()
        }
    }

    /// Whether the rule holds.
    open var isActive: Bool {
        get { holder != nil }
        set {
            guard newValue != isActive else { return }
            if newValue { activate() } else { deactivate() }
        }
    }

    /// Has rules hold.
    open class func activate(_ constraints: [NSLayoutConstraint]) {
        for constraint in constraints { constraint.isActive = true }
    }

    /// Has rules no longer hold.
    open class func deactivate(_ constraints: [NSLayoutConstraint]) {
        for constraint in constraints { constraint.isActive = false }
    }
}

extension NSLayoutConstraint {
    /// The first attribute as one of a view's.
    private var first: LayoutTerm? {
        LayoutTerm(firstItem, firstAttribute)?.ofContent(firstItem, beside: secondItem)
    }

    /// The second attribute as one of a view's.
    private var second: LayoutTerm? {
        LayoutTerm(secondItem, secondAttribute)?.ofContent(secondItem, beside: firstItem)
    }

    /// The rule in one line.
    private var sentence: String {
        let sign = ["<=", "==", ">="][relation.rawValue + 1]
        return "The constraint \(firstAttribute) \(sign) \(multiplier) * \(secondAttribute) "
            + "+ \(constant)"
    }

    private func activate() {
        guard let first else {
            RunLog.write(.warning, "\(sentence) is of neither a view nor a guide.")
            return
        }
        let ancestor = second.map { first.view.commonAncestor(with: $0.view) } ?? first.view
        guard let ancestor else {
            RunLog.write(
                .error,
                "\(sentence) cannot hold: its views are not in one view. Call addSubview first."
            )
            return
        }
        holder = ancestor
        ancestor.rules.held.append(self)
        handle = first.view.node.constrain(rule(first)) ?? bf_constraint()
        ancestor.setNeedsLayout()
    }

    private func deactivate() {
        holder?.rules.held.removeAll { $0 === self }
        holder?.setNeedsLayout()
        holder = nil
        if handle.id != 0 { first?.view.node.unconstrain(handle) }
        handle = bf_constraint()
    }

    private func rule(_ first: LayoutTerm) -> bf_constraint_rule {
        var rule = bf_constraint_rule()
        rule.first = first.view.node.handle
        rule.first_attribute = bf_attribute(first.attribute.rawValue)
        rule.relation = Int32(relation.rawValue)
        rule.multiplier = Double(multiplier)
        rule.constant = Double(hostConstant)
        rule.priority = Double(priority.rawValue)
        if let second {
            rule.second = second.view.node.handle
            rule.second_attribute = bf_attribute(second.attribute.rawValue)
        }
        return rule
    }

    /// The constant between what the host has attributes of.
    private var hostConstant: CGFloat {
        constant - (first?.offset ?? 0) + multiplier * (second?.offset ?? 0)
    }

    private func tellConstant() {
        guard isActive, handle.id != 0 else { return }
        first?.view.node.setConstant(handle, hostConstant)
        holder?.setNeedsLayout()
    }

    private func tellPriority() {
        guard isActive, handle.id != 0 else { return }
        first?.view.node.setPriority(handle, CGFloat(priority.rawValue))
        holder?.setNeedsLayout()
    }

    /// Whether the rule ties what is in a view to what is not.
    func leads(outOf view: UIView) -> Bool {
        let isInside = [first, second].compactMap { $0?.view.isDescendant(of: view) }
        return isInside.contains(true) && isInside.contains(false)
    }
}
