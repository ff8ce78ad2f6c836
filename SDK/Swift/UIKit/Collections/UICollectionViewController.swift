// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// A controller whose view is a collection, which it fills.
///
/// - SeeAlso: https://developer.apple.com/documentation/uikit/uicollectionviewcontroller
@preconcurrency @MainActor
open class UICollectionViewController: UIViewController, UICollectionViewDataSource,
    UICollectionViewDelegate
{
    private let layout: UICollectionViewLayout
    private var collection: UICollectionView?

    /// Whether what is chosen is let go when the collection is shown again.
    ///
    /// - Note: Without effect: nothing stays chosen here.
    open var clearsSelectionOnViewWillAppear = true

    /// Whether items can be moved by a long touch.
    ///
    /// - Note: Without effect: it is kept, and nobody moves items.
    open var installsStandardGestureForInteractiveMovement = true

    /// Creates a controller of a collection that a layout arranges.
    public init(collectionViewLayout layout: UICollectionViewLayout) {
        self.layout = layout
        super.init(nibName: nil, bundle: nil)
    }

    /// Creates a controller of a collection whose items flow; a nib is not read.
    public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        layout = UICollectionViewFlowLayout()
        super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
    }

    /// Creates a controller for a storyboard, which says the rest.
    public required init?(coder: NSCoder) {
        layout = UICollectionViewFlowLayout()
        super.init(coder: coder)
    }

    /// The collection.
    // As Apple's, which takes nil and never gives it.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var collectionView: UICollectionView! {
        get {
            loadViewIfNeeded()
            return collection
        }
        set {
            collection = newValue
            view = newValue
        }
    }

    /// How the collection's items are arranged.
    open var collectionViewLayout: UICollectionViewLayout {
        collection?.collectionViewLayout ?? layout
    }

    /// Makes the collection, the storyboard's or one of the layout, and has it ask the controller.
    open override func loadView() {
        super.loadView()
        let collection = takeView {
            UICollectionView(frame: .zero, collectionViewLayout: layout)
        }
        self.collection = collection
        if collection.dataSource == nil { collection.dataSource = self }
        if collection.delegate == nil { collection.delegate = self }
    }

    /// One; override for more.
    open func numberOfSections(in collectionView: UICollectionView) -> Int { 1 }
    /// None; override to have some.
    open func collectionView(
        _ collectionView: UICollectionView,
        numberOfItemsInSection section: Int
    ) -> Int { 0 }
    /// An empty cell; override to fill it.
    open func collectionView(
        _ collectionView: UICollectionView,
        cellForItemAt indexPath: IndexPath
    ) -> UICollectionViewCell { UICollectionViewCell(frame: .zero) }
    /// An empty view; override to have a header or a footer.
    open func collectionView(
        _ collectionView: UICollectionView,
        viewForSupplementaryElementOfKind kind: String,
        at indexPath: IndexPath
    ) -> UICollectionReusableView { UICollectionReusableView(frame: .zero) }
    /// It can; override to say that it cannot.
    open func collectionView(
        _ collectionView: UICollectionView,
        shouldSelectItemAt indexPath: IndexPath
    ) -> Bool { true }
    /// Does nothing; override to hear of it.
    open func collectionView(
        _ collectionView: UICollectionView,
        didSelectItemAt indexPath: IndexPath
    ) {}
    /// Does nothing; override to hear of it.
    open func collectionView(
        _ collectionView: UICollectionView,
        didDeselectItemAt indexPath: IndexPath
    ) {}
    /// Does nothing; override to change the cell.
    open func collectionView(
        _ collectionView: UICollectionView,
        willDisplay cell: UICollectionViewCell,
        forItemAt indexPath: IndexPath
    ) {}
}
