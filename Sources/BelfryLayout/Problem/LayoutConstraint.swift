// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// `first.firstAttribute relation multiplier * second.secondAttribute + constant`.
package struct LayoutConstraint: Equatable, Sendable {
    /// An edge, a dimension or a line of a view, with UIKit's numbers.
    ///
    /// `SDK/C/abi/views.def` defines them; `Scripts/check-views.sh` holds this enum to it.
    package enum Attribute: UInt32, CaseIterable, Sendable {
        case none = 0
        case left = 1
        case right = 2
        case top = 3
        case bottom = 4
        case leading = 5
        case trailing = 6
        case width = 7
        case height = 8
        case centerX = 9
        case centerY = 10
        case lastBaseline = 11
        case firstBaseline = 12
        case leftMargin = 13
        case rightMargin = 14
        case topMargin = 15
        case bottomMargin = 16
        case leadingMargin = 17
        case trailingMargin = 18
        case centerXWithinMargins = 19
        case centerYWithinMargins = 20
    }

    /// Which way the two sides may differ, with UIKit's numbers.
    package enum Relation: Int32, Sendable {
        case atMost = -1
        case equal = 0
        case atLeast = 1
    }

    /// The priority from which on a constraint must hold.
    package static let required = 1000.0

    /// The view on the left of the relation.
    package var first: UInt32

    /// What of it is related.
    package var firstAttribute: Attribute

    /// Which way the left side may differ from the right one.
    package var relation: Relation
    /// The other view; nil for none: the constant alone.
    package var second: UInt32?
    package var secondAttribute: Attribute
    package var multiplier: Double
    package var constant: Double

    /// 1 to ``required``: the higher wins, and what is less than ``required`` may be broken.
    package var priority: Double

    package init(
        _ first: UInt32,
        _ firstAttribute: Attribute,
        _ relation: Relation = .equal,
        to second: UInt32? = nil,
        _ secondAttribute: Attribute = .none,
        multiplier: Double = 1,
        constant: Double = 0,
        priority: Double = LayoutConstraint.required
    ) {
        self.first = first
        self.firstAttribute = firstAttribute
        self.relation = relation
        self.second = second
        self.secondAttribute = secondAttribute
        self.multiplier = multiplier
        self.constant = constant
        self.priority = priority
    }
}

extension LayoutConstraint.Attribute {
    /// What attributes measure: only those of one kind go together.
    package enum Kind: Sendable {
        case none, horizontal, vertical, dimension
    }

    /// What this one measures.
    package var kind: Kind {
        switch self {
        case .none: .none
        case .left, .right, .leading, .trailing, .centerX, .leftMargin, .rightMargin,
            .leadingMargin, .trailingMargin, .centerXWithinMargins:
            .horizontal
        case .top, .bottom, .centerY, .lastBaseline, .firstBaseline, .topMargin, .bottomMargin,
            .centerYWithinMargins:
            .vertical
        case .width, .height: .dimension
        }
    }
}

extension LayoutConstraint {
    /// Whether its attributes go together: both places in one direction or both dimensions, and a
    /// dimension alone where there is no second view.
    package var isSensible: Bool {
        switch (second, secondAttribute.kind) {
        case (nil, _), (_, .none): firstAttribute.kind == .dimension
        case (_?, let kind): kind == firstAttribute.kind
        }
    }
}
