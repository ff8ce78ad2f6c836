// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// How a collection's items are arranged: a ``UICollectionViewFlowLayout`` or a
/// ``UICollectionViewCompositionalLayout``.
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
}
