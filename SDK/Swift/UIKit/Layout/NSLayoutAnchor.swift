// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// An attribute of a view or a guide, to make rules with.
@preconcurrency @MainActor
open class NSLayoutAnchor<AnchorType: AnyObject>: NSObject {
    final let item: AnyObject
    final let attribute: NSLayoutConstraint.Attribute

    init(_ item: AnyObject, _ attribute: NSLayoutConstraint.Attribute) {
        self.item = item
        self.attribute = attribute
        super.init()
    }

    /// A rule that the attribute is another.
    public final func constraint(
        equalTo anchor: NSLayoutAnchor<AnchorType>,
        constant: CGFloat = 0
    ) -> NSLayoutConstraint {
        rule(.equal, anchor, constant)
    }

    /// A rule that the attribute is not less than another.
    public final func constraint(
        greaterThanOrEqualTo anchor: NSLayoutAnchor<AnchorType>,
        constant: CGFloat = 0
    ) -> NSLayoutConstraint {
        rule(.greaterThanOrEqual, anchor, constant)
    }

    /// A rule that the attribute is not more than another.
    public final func constraint(
        lessThanOrEqualTo anchor: NSLayoutAnchor<AnchorType>,
        constant: CGFloat = 0
    ) -> NSLayoutConstraint {
        rule(.lessThanOrEqual, anchor, constant)
    }

    final func rule(
        _ relation: NSLayoutConstraint.Relation,
        _ anchor: NSLayoutAnchor<AnchorType>?,
        _ constant: CGFloat,
        multiplier: CGFloat = 1
    ) -> NSLayoutConstraint {
        NSLayoutConstraint(
            item: item,
            attribute: attribute,
            relatedBy: relation,
            toItem: anchor?.item,
            attribute: anchor?.attribute ?? .notAnAttribute,
            multiplier: multiplier,
            constant: constant
        )
    }
}

/// An edge or a line from left to right.
@preconcurrency @MainActor
public final class NSLayoutXAxisAnchor: NSLayoutAnchor<NSLayoutXAxisAnchor> {
    /// A rule that the attribute is a gap of the system's after another.
    public func constraint(
        equalToSystemSpacingAfter anchor: NSLayoutXAxisAnchor,
        multiplier: CGFloat
    ) -> NSLayoutConstraint {
        rule(.equal, anchor, 8 * multiplier)
    }
}

/// An edge or a line from top to bottom.
@preconcurrency @MainActor
public final class NSLayoutYAxisAnchor: NSLayoutAnchor<NSLayoutYAxisAnchor> {
    /// A rule that the attribute is a gap of the system's below another.
    public func constraint(
        equalToSystemSpacingBelow anchor: NSLayoutYAxisAnchor,
        multiplier: CGFloat
    ) -> NSLayoutConstraint {
        rule(.equal, anchor, 8 * multiplier)
    }
}

/// A width or a height.
@preconcurrency @MainActor
public final class NSLayoutDimension: NSLayoutAnchor<NSLayoutDimension> {
    /// A rule that the size is a number.
    public func constraint(equalToConstant constant: CGFloat) -> NSLayoutConstraint {
        rule(.equal, nil, constant)
    }

    /// A rule that the size is not less than a number.
    public func constraint(greaterThanOrEqualToConstant constant: CGFloat) -> NSLayoutConstraint {
        rule(.greaterThanOrEqual, nil, constant)
    }

    /// A rule that the size is not more than a number.
    public func constraint(lessThanOrEqualToConstant constant: CGFloat) -> NSLayoutConstraint {
        rule(.lessThanOrEqual, nil, constant)
    }

    /// A rule that the size is another, multiplied.
    public func constraint(
        equalTo anchor: NSLayoutDimension,
        multiplier: CGFloat,
        constant: CGFloat = 0
    ) -> NSLayoutConstraint {
        rule(.equal, anchor, constant, multiplier: multiplier)
    }

    /// A rule that the size is not less than another, multiplied.
    public func constraint(
        greaterThanOrEqualTo anchor: NSLayoutDimension,
        multiplier: CGFloat,
        constant: CGFloat = 0
    ) -> NSLayoutConstraint {
        rule(.greaterThanOrEqual, anchor, constant, multiplier: multiplier)
    }

    /// A rule that the size is not more than another, multiplied.
    public func constraint(
        lessThanOrEqualTo anchor: NSLayoutDimension,
        multiplier: CGFloat,
        constant: CGFloat = 0
    ) -> NSLayoutConstraint {
        rule(.lessThanOrEqual, anchor, constant, multiplier: multiplier)
    }
}
