// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension NSLayoutConstraint {
    /// An edge, a dimension or a line.
    public enum Attribute: Int, Sendable {
        /// None: a constant alone.
        case notAnAttribute = 0
        /// The left edge.
        case left = 1
        /// The right edge.
        case right = 2
        /// The upper edge.
        case top = 3
        /// The lower edge.
        case bottom = 4
        /// The edge where lines begin.
        case leading = 5
        /// The edge where lines end.
        case trailing = 6
        /// The width.
        case width = 7
        /// The height.
        case height = 8
        /// The middle between left and right.
        case centerX = 9
        /// The middle between top and bottom.
        case centerY = 10
        /// The line that the last text stands on.
        case lastBaseline = 11
        /// The line that the first text stands on.
        case firstBaseline = 12
        /// The left edge within the margins.
        case leftMargin = 13
        /// The right edge within the margins.
        case rightMargin = 14
        /// The upper edge within the margins.
        case topMargin = 15
        /// The lower edge within the margins.
        case bottomMargin = 16
        /// The edge within the margins where lines begin.
        case leadingMargin = 17
        /// The edge within the margins where lines end.
        case trailingMargin = 18
        /// The middle between left and right within the margins.
        case centerXWithinMargins = 19
        /// The middle between top and bottom within the margins.
        case centerYWithinMargins = 20

        /// The line that the last text stands on, as it was called before.
        public static var baseline: Self { .lastBaseline }

        /// The same attribute of the rectangle within the margins; the size has none.
        var withinMargins: Self {
            switch self {
            case .left: .leftMargin
            case .right: .rightMargin
            case .top: .topMargin
            case .bottom: .bottomMargin
            case .leading: .leadingMargin
            case .trailing: .trailingMargin
            case .centerX: .centerXWithinMargins
            case .centerY: .centerYWithinMargins
            default: self
            }
        }
    }

    /// How one attribute follows another.
    public enum Relation: Int, Sendable {
        /// It is not more.
        case lessThanOrEqual = -1
        /// It is the same.
        case equal = 0
        /// It is not less.
        case greaterThanOrEqual = 1
    }

    /// Which way a stack or a rule goes.
    public enum Axis: Int, Sendable {
        /// From left to right.
        case horizontal = 0
        /// From top to bottom.
        case vertical = 1
    }
}

/// How much a rule matters: 1000 for what has to hold.
public struct UILayoutPriority: RawRepresentable, Hashable, Sendable {
    /// From 1 to 1000.
    public let rawValue: Float

    /// Takes a number from 1 to 1000.
    public init(rawValue: Float) {
        self.rawValue = rawValue
    }

    /// Takes a number from 1 to 1000.
    public init(_ rawValue: Float) {
        self.rawValue = rawValue
    }

    /// It has to hold.
    public static let required = UILayoutPriority(1000)
    /// How much content must not be cut.
    public static let defaultHigh = UILayoutPriority(750)
    /// How much a view is not to be wider than its content.
    public static let defaultLow = UILayoutPriority(250)
    /// How much a fitted view is to be small.
    public static let fittingSizeLevel = UILayoutPriority(50)
}

/// One side of a rule, as an attribute of a view.
@MainActor struct LayoutTerm {
    let view: UIView
    let attribute: NSLayoutConstraint.Attribute
    /// What has to be added to the view's attribute to have the guide's.
    let offset: CGFloat

    /// Finds the view behind a view or a guide; nil for anything else.
    init?(_ item: AnyObject?, _ attribute: NSLayoutConstraint.Attribute) {
        if let view = item as? UIView {
            self.init(view, attribute)
        } else if let guide = item as? UILayoutGuide, let view = guide.place {
            self = guide.isOfMargins ? Self(marginsOf: view, attribute) : Self(view, attribute)
        } else {
            return nil
        }
    }

    init(_ view: UIView, _ attribute: NSLayoutConstraint.Attribute, offset: CGFloat = 0) {
        self.view = view
        self.attribute = attribute
        self.offset = offset
    }

    /// The host knows no size within margins: it is the view's without them.
    private init(marginsOf view: UIView, _ attribute: NSLayoutConstraint.Attribute) {
        let margins = view.layoutMargins
        switch attribute {
        case .width: self.init(view, .width, offset: -margins.left - margins.right)
        case .height: self.init(view, .height, offset: -margins.top - margins.bottom)
        default: self.init(view, attribute.withinMargins)
        }
    }
}
