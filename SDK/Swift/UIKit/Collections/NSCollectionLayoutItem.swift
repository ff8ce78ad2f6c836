// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// How long a side of a part of a compositional layout is.
@preconcurrency @MainActor
public final class NSCollectionLayoutDimension: NSObject {
    enum Length: Equatable {
        case widthFraction(CGFloat)
        case heightFraction(CGFloat)
        case points(CGFloat)
        case estimate(CGFloat)
    }

    let length: Length

    private init(_ length: Length) {
        self.length = length
        super.init()
    }

    /// A part of the width of what it is in.
    public class func fractionalWidth(_ fraction: CGFloat) -> Self {
        Self(.widthFraction(fraction))
    }
    /// A part of the height of what it is in.
    public class func fractionalHeight(_ fraction: CGFloat) -> Self {
        Self(.heightFraction(fraction))
    }
    /// Points.
    public class func absolute(_ points: CGFloat) -> Self { Self(.points(points)) }
    /// About so many points: what is shown says how many.
    public class func estimated(_ points: CGFloat) -> Self { Self(.estimate(points)) }

    /// Whether what is shown says it.
    public var isEstimated: Bool { if case .estimate = length { true } else { false } }

    func points(in size: CGSize) -> CGFloat {
        switch length {
        case .widthFraction(let part): max(0, part * size.width)
        case .heightFraction(let part): max(0, part * size.height)
        case .points(let points), .estimate(let points): max(0, points)
        }
    }
}

/// How large a part of a compositional layout is.
@preconcurrency @MainActor
public final class NSCollectionLayoutSize: NSObject {
    /// How wide it is.
    public let widthDimension: NSCollectionLayoutDimension
    /// How high it is.
    public let heightDimension: NSCollectionLayoutDimension

    /// Creates a size.
    public init(
        widthDimension width: NSCollectionLayoutDimension,
        heightDimension height: NSCollectionLayoutDimension
    ) {
        widthDimension = width
        heightDimension = height
        super.init()
    }

    func size(in size: CGSize) -> CGSize {
        CGSize(width: widthDimension.points(in: size), height: heightDimension.points(in: size))
    }
}

/// How far the items of a group are from each other.
@preconcurrency @MainActor
public final class NSCollectionLayoutSpacing: NSObject {
    /// How far at least, in points.
    public let spacing: CGFloat
    /// Whether the room that is left goes between the items.
    public let isFlexible: Bool
    /// Whether they are exactly so far.
    public var isFixed: Bool { !isFlexible }

    private init(_ spacing: CGFloat, isFlexible: Bool) {
        self.spacing = spacing
        self.isFlexible = isFlexible
        super.init()
    }

    /// Exactly so many points.
    public class func fixed(_ spacing: CGFloat) -> Self { Self(spacing, isFlexible: false) }
    /// So many points or more.
    public class func flexible(_ spacing: CGFloat) -> Self { Self(spacing, isFlexible: true) }
}

/// Where one cell of a compositional layout is.
@preconcurrency @MainActor
open class NSCollectionLayoutItem: NSObject {
    /// How large it is.
    public final let layoutSize: NSCollectionLayoutSize
    /// The space around what is shown of it.
    open var contentInsets = NSDirectionalEdgeInsets.zero

    /// Creates an item.
    public init(layoutSize: NSCollectionLayoutSize) {
        self.layoutSize = layoutSize
        super.init()
    }
}

/// Items beside or below each other.
@preconcurrency @MainActor
open class NSCollectionLayoutGroup: NSCollectionLayoutItem {
    /// The space between the items.
    open var interItemSpacing: NSCollectionLayoutSpacing?

    /// What is in it, over and over until it is full.
    public final let subitems: [NSCollectionLayoutItem]

    let isHorizontal: Bool

    /// How many items of one length share the group; nil where each says its own.
    let count: Int?

    init(
        _ layoutSize: NSCollectionLayoutSize,
        _ subitems: [NSCollectionLayoutItem],
        isHorizontal: Bool,
        count: Int? = nil
    ) {
        self.subitems = subitems
        self.isHorizontal = isHorizontal
        self.count = count
        super.init(layoutSize: layoutSize)
    }

    /// Items beside each other.
    public class func horizontal(
        layoutSize: NSCollectionLayoutSize,
        subitems: [NSCollectionLayoutItem]
    ) -> NSCollectionLayoutGroup {
        NSCollectionLayoutGroup(layoutSize, subitems, isHorizontal: true)
    }

    /// So many items beside each other that share the width.
    public class func horizontal(
        layoutSize: NSCollectionLayoutSize,
        subitem: NSCollectionLayoutItem,
        count: Int
    ) -> NSCollectionLayoutGroup {
        NSCollectionLayoutGroup(layoutSize, [subitem], isHorizontal: true, count: max(1, count))
    }

    /// So many items beside each other that share the width.
    public class func horizontal(
        layoutSize: NSCollectionLayoutSize,
        repeatingSubitem subitem: NSCollectionLayoutItem,
        count: Int
    ) -> NSCollectionLayoutGroup {
        horizontal(layoutSize: layoutSize, subitem: subitem, count: count)
    }

    /// Items below each other.
    public class func vertical(
        layoutSize: NSCollectionLayoutSize,
        subitems: [NSCollectionLayoutItem]
    ) -> NSCollectionLayoutGroup {
        NSCollectionLayoutGroup(layoutSize, subitems, isHorizontal: false)
    }

    /// So many items below each other that share the height.
    public class func vertical(
        layoutSize: NSCollectionLayoutSize,
        subitem: NSCollectionLayoutItem,
        count: Int
    ) -> NSCollectionLayoutGroup {
        NSCollectionLayoutGroup(layoutSize, [subitem], isHorizontal: false, count: max(1, count))
    }

    /// So many items below each other that share the height.
    public class func vertical(
        layoutSize: NSCollectionLayoutSize,
        repeatingSubitem subitem: NSCollectionLayoutItem,
        count: Int
    ) -> NSCollectionLayoutGroup {
        vertical(layoutSize: layoutSize, subitem: subitem, count: count)
    }
}

/// A header or a footer of a section of a compositional layout.
@preconcurrency @MainActor
open class NSCollectionLayoutBoundarySupplementaryItem: NSCollectionLayoutItem {
    /// The kind of view that the data source is asked for.
    public final let elementKind: String
    /// The side of the section that it is at; `top` and what begins with it is above, else below.
    public final let alignment: NSRectAlignment
    /// Whether it stays in sight.
    ///
    /// - Note: Without effect: it scrolls with the rest.
    open var pinToVisibleBounds = false

    /// Creates a header or a footer.
    public init(
        layoutSize: NSCollectionLayoutSize,
        elementKind: String,
        alignment: NSRectAlignment
    ) {
        self.elementKind = elementKind
        self.alignment = alignment
        super.init(layoutSize: layoutSize)
    }
}

/// A side or a corner of a rectangle.
public enum NSRectAlignment: Int, Sendable {
    /// None.
    case none = 0
    /// Above.
    case top = 1
    /// Where lines begin, above.
    case topLeading = 2
    /// Where lines begin.
    case leading = 3
    /// Where lines begin, below.
    case bottomLeading = 4
    /// Below.
    case bottom = 5
    /// Where lines end, below.
    case bottomTrailing = 6
    /// Where lines end.
    case trailing = 7
    /// Where lines end, above.
    case topTrailing = 8

    var isAbove: Bool { [.top, .topLeading, .topTrailing].contains(self) }
}
