// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import CoreGraphics
public import Foundation

/// Where an item of a collection, a header or a footer is, and how it looks.
///
/// - SeeAlso: https://developer.apple.com/documentation/uikit/uicollectionviewlayoutattributes
open class UICollectionViewLayoutAttributes: NSObject, NSCopying {
    /// The item's path; of a header or a footer the section's.
    open var indexPath = IndexPath(item: 0, section: 0)
    /// Where it is.
    open var frame: CGRect = .zero
    /// How it is turned, moved and scaled.
    open var transform: CGAffineTransform = .identity
    /// How it is turned, moved and scaled in space; what is flat of it is shown.
    open var transform3D = CATransform3DIdentity {
        didSet { transform = CATransform3DGetAffineTransform(transform3D) }
    }
    /// How much of it can be seen, 1 for all.
    open var alpha: CGFloat = 1
    /// Whether it cannot be seen.
    open var isHidden = false
    /// Which items it is before: those of smaller numbers.
    open var zIndex = 0
    /// A header's or a footer's kind; nil for an item.
    open private(set) var representedElementKind: String?

    /// Creates those of the first item.
    public required override init() {
        super.init()
    }

    /// Creates those of an item.
    public convenience init(forCellWith indexPath: IndexPath) {
        self.init()
        self.indexPath = indexPath
    }

    /// Creates those of a header or a footer.
    public convenience init(
        forSupplementaryViewOfKind elementKind: String,
        with indexPath: IndexPath
    ) {
        self.init()
        self.indexPath = indexPath
        representedElementKind = elementKind
    }

    /// Returns others of the same class that say the same.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = type(of: self).init()
        copy.indexPath = indexPath
        copy.frame = frame
        copy.transform3D = transform3D
        copy.transform = transform
        copy.alpha = alpha
        copy.isHidden = isHidden
        copy.zIndex = zIndex
        copy.representedElementKind = representedElementKind
        return copy
    }

    /// What it is of.
    open var representedElementCategory: UICollectionView.ElementCategory {
        representedElementKind == nil ? .cell : .supplementaryView
    }

    /// Its middle.
    open var center: CGPoint {
        get { CGPoint(x: frame.midX, y: frame.midY) }
        set {
            frame.origin = CGPoint(
                x: newValue.x - frame.width / 2,
                y: newValue.y - frame.height / 2
            )
        }
    }

    /// Its size.
    open var size: CGSize {
        get { frame.size }
        set {
            let center = center
            frame.size = newValue
            self.center = center
        }
    }

    /// Its own rectangle.
    open var bounds: CGRect {
        get { CGRect(origin: .zero, size: frame.size) }
        set { size = newValue.size }
    }

    /// Has a view be and look so.
    @MainActor
    func apply(to view: UIView) {
        view.transform = .identity
        view.frame = frame
        view.transform = transform
        view.alpha = alpha
        view.isHidden = isHidden
    }
}

extension UICollectionView {
    /// What a layout arranges.
    public enum ElementCategory: UInt, Sendable {
        /// An item.
        case cell = 0
        /// A header or a footer.
        case supplementaryView = 1
        /// What a layout draws besides; there is none here.
        case decorationView = 2
    }
}
