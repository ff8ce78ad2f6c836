// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension LayoutSystem {
    /// Adds the rules of constraints; those of views that are none are passed over.
    mutating func add(_ constraints: [LayoutConstraint]) {
        for (index, constraint) in constraints.enumerated() {
            guard let sum = sum(of: constraint) else { continue }
            let priority = min(constraint.priority, LayoutConstraint.required)
            guard priority > 0 else { continue }
            add(
                sum,
                over: constraint.relation == .atLeast ? 0 : priority,
                under: constraint.relation == .atMost ? 0 : priority,
                constraint: index,
                view: constraint.first
            )
        }
    }

    /// What is to be 0 by a constraint: its left side less its right side.
    private func sum(of constraint: LayoutConstraint) -> LayoutSum? {
        guard constraint.isSensible, let first = tree.places[constraint.first],
            constraint.constant.isFinite, abs(constraint.multiplier) <= .largestCoordinate
        else { return nil }
        var sum = LayoutSum(constant: -constraint.constant.boundedCoordinate)
        guard let other = constraint.second, constraint.secondAttribute != .none else {
            add(constraint.firstAttribute, of: first, in: first, times: 1, to: &sum)
            return sum
        }
        guard let second = tree.places[other] else { return nil }
        let ancestor = tree.commonAncestor(of: first, second)
        add(constraint.firstAttribute, of: first, in: ancestor, times: 1, to: &sum)
        add(
            constraint.secondAttribute,
            of: second,
            in: ancestor,
            times: -constraint.multiplier,
            to: &sum
        )
        return sum
    }

    /// Adds a multiple of an attribute, as seen from a view that the view is in or is.
    private func add(
        _ attribute: LayoutConstraint.Attribute,
        of place: Int,
        in ancestor: Int,
        times factor: Double,
        to sum: inout LayoutSum
    ) {
        let margins = tree.nodes[place].margins.bounded
        switch attribute.kind {
        case .horizontal: addOrigin(.x, of: place, in: ancestor, times: factor, to: &sum)
        case .vertical: addOrigin(.y, of: place, in: ancestor, times: factor, to: &sum)
        case .dimension, .none: break
        }
        switch attribute {
        case .none, .left, .leading, .top: break
        case .right, .trailing, .width: add(.width, of: place, times: factor, to: &sum)
        case .bottom, .height: add(.height, of: place, times: factor, to: &sum)
        case .centerX: add(.width, of: place, times: factor / 2, to: &sum)
        case .centerY: add(.height, of: place, times: factor / 2, to: &sum)
        case .leftMargin, .leadingMargin: sum.constant += factor * margins.left
        case .topMargin: sum.constant += factor * margins.top
        case .rightMargin, .trailingMargin:
            add(.width, of: place, times: factor, to: &sum)
            sum.constant -= factor * margins.right
        case .bottomMargin:
            add(.height, of: place, times: factor, to: &sum)
            sum.constant -= factor * margins.bottom
        case .centerXWithinMargins:
            add(.width, of: place, times: factor / 2, to: &sum)
            sum.constant += factor * (margins.left - margins.right) / 2
        case .centerYWithinMargins:
            add(.height, of: place, times: factor / 2, to: &sum)
            sum.constant += factor * (margins.top - margins.bottom) / 2
        case .firstBaseline: addBaseline(isFirst: true, of: place, times: factor, to: &sum)
        case .lastBaseline: addBaseline(isFirst: false, of: place, times: factor, to: &sum)
        }
    }

    private func addOrigin(
        _ quantity: Quantity,
        of place: Int,
        in ancestor: Int,
        times factor: Double,
        to sum: inout LayoutSum
    ) {
        var place = place
        while place != ancestor, place >= 0 {
            add(quantity, of: place, times: factor, to: &sum)
            place = tree.parents[place]
        }
    }

    /// Adds how far a view's baseline is from its top: that of its text, a stack's that of its first
    /// or last view, and the top or bottom of any other.
    func addBaseline(
        isFirst: Bool,
        of place: Int,
        times factor: Double,
        to sum: inout LayoutSum
    ) {
        let arranged = tree.arranged(in: place)
        if let inner = isFirst ? arranged.first : arranged.last {
            add(.y, of: inner, times: factor, to: &sum)
            addBaseline(isFirst: isFirst, of: inner, times: factor, to: &sum)
        } else if isFirst {
            sum.constant += factor * contents[place].firstBaseline
        } else {
            add(.height, of: place, times: factor, to: &sum)
            sum.constant -= factor * contents[place].lastBaseline
        }
    }
}
