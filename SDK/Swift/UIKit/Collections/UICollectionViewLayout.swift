// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// How a collection's items are arranged: a ``UICollectionViewFlowLayout``, a
/// ``UICollectionViewCompositionalLayout``, or a class of the extension's own.
@preconcurrency @MainActor
open class UICollectionViewLayout: NSObject {
    /// The collection that is arranged.
    public internal(set) weak final var collectionView: UICollectionView?

    /// Creates a layout.
    public nonisolated override init() {
        super.init()
    }

    /// Has the items arranged anew.
    open func invalidateLayout() { collectionView?.setNeedsArrangement() }

    /// The size of all that there is to scroll.
    open var collectionViewContentSize: CGSize { collectionView?.contentSize ?? .zero }

    /// Finds out where everything is, before it is asked for.
    open func prepare() {}

    /// Where the items in a rectangle are, and how they look; nil where the layout does not say it.
    ///
    /// A collection asks a class of the extension's own for all items at once.
    open func layoutAttributesForElements(
        in rect: CGRect
    ) -> [UICollectionViewLayoutAttributes]? { nil }

    /// Where an item is, and how it looks: as it is arranged now.
    open func layoutAttributesForItem(
        at indexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? {
        guard let cell = collectionView?.cellForItem(at: indexPath) else { return nil }
        let attributes = UICollectionViewLayoutAttributes(forCellWith: indexPath)
        attributes.frame = cell.frame
        return attributes
    }

    /// Where a header or a footer is, and how it looks; nil where the layout does not say it.
    open func layoutAttributesForSupplementaryView(
        ofKind elementKind: String,
        at indexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? { nil }

    /// Whether items are arranged anew when other bounds are seen.
    ///
    /// - Note: Without effect: they are when the size changes, and not when the host scrolls.
    open func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool { false }

    /// Where scrolling ends.
    ///
    /// - Note: Nobody asks: the host scrolls as far as the user does, and stops where they stop.
    open func targetContentOffset(
        forProposedContentOffset proposedContentOffset: CGPoint,
        withScrollingVelocity velocity: CGPoint
    ) -> CGPoint { proposedContentOffset }
}

/// Items in lines, one after the other until a line is full.
@preconcurrency @MainActor
open class UICollectionViewFlowLayout: UICollectionViewLayout {
    /// A size that an item is to say itself.
    ///
    /// - Note: Without effect: such an item has the layout's `itemSize`.
    public static let automaticSize = CGSize(
        width: CGFloat.greatestFiniteMagnitude,
        height: CGFloat.greatestFiniteMagnitude
    )

    /// The least space between lines, in points.
    open var minimumLineSpacing: CGFloat = 10 { didSet { invalidateLayout() } }
    /// The least space between the items of a line, in points.
    open var minimumInteritemSpacing: CGFloat = 10 { didSet { invalidateLayout() } }
    /// The size of an item.
    open var itemSize = CGSize(width: 50, height: 50) { didSet { invalidateLayout() } }
    /// About how large an item is.
    ///
    /// - Note: Without effect: `itemSize` and the delegate say it.
    open var estimatedItemSize: CGSize = .zero
    /// Which way it scrolls.
    open var scrollDirection = UICollectionView.ScrollDirection.vertical {
        didSet { invalidateLayout() }
    }
    /// The size of a section's header; of it the part along the scroll direction counts.
    open var headerReferenceSize: CGSize = .zero { didSet { invalidateLayout() } }
    /// The size of a section's footer; of it the part along the scroll direction counts.
    open var footerReferenceSize: CGSize = .zero { didSet { invalidateLayout() } }
    /// The space around a section's items.
    open var sectionInset: UIEdgeInsets = .zero { didSet { invalidateLayout() } }
    /// Whether headers stay in sight.
    ///
    /// - Note: Without effect: they scroll with the rest.
    open var sectionHeadersPinToVisibleBounds = false

    /// Where everything is by the numbers above, in bounds of a size; made when it is first asked for.
    private var plan:
        (attributes: [UICollectionViewLayoutAttributes], size: CGSize, bounds: CGSize)?

    func forgetPlan() { plan = nil }

    private var planned: [UICollectionViewLayoutAttributes] {
        guard let collectionView else { return [] }
        if let plan, plan.bounds == collectionView.bounds.size { return plan.attributes }
        let flow = collectionView.flowPlan
        let attributes = flow.attributes
        plan = (attributes, flow.size, collectionView.bounds.size)
        return attributes
    }

    open override func invalidateLayout() {
        forgetPlan()
        super.invalidateLayout()
    }

    open override var collectionViewContentSize: CGSize {
        _ = planned
        return plan?.size ?? .zero
    }

    open override func layoutAttributesForElements(
        in rect: CGRect
    ) -> [UICollectionViewLayoutAttributes]? {
        // Subclasses change what they get.
        planned.filter { $0.frame.intersects(rect) }.map(Self.copy)
    }

    open override func layoutAttributesForItem(
        at indexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? {
        planned.first { $0.representedElementKind == nil && $0.indexPath == indexPath }
            .map(Self.copy)
    }

    open override func layoutAttributesForSupplementaryView(
        ofKind elementKind: String,
        at indexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? {
        planned.first {
            $0.representedElementKind == elementKind && $0.indexPath.section == indexPath.section
        }
        .map(Self.copy)
    }

    private static func copy(
        _ attributes: UICollectionViewLayoutAttributes
    ) -> UICollectionViewLayoutAttributes {
        attributes.copy() as? UICollectionViewLayoutAttributes ?? attributes
    }
}
