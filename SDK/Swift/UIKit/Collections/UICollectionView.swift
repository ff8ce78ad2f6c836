// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation
internal import FoundationSupplement

/// Items in lines that a layout arranges, all of which are made at once.
@preconcurrency @MainActor
open class UICollectionView: UIScrollView {
    /// Which way a collection scrolls.
    public enum ScrollDirection: Int, Sendable {
        /// Up and down: lines are rows.
        case vertical = 0
        /// To the sides: lines are columns.
        case horizontal = 1
    }

    /// Where an item is to be seen after scrolling.
    public struct ScrollPosition: OptionSet, Sendable {
        /// The bits.
        public let rawValue: UInt
        /// Takes the bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// At the top.
        public static let top = Self(rawValue: 1)
        /// In the middle between top and bottom.
        public static let centeredVertically = Self(rawValue: 2)
        /// At the bottom.
        public static let bottom = Self(rawValue: 4)
        /// At the left.
        public static let left = Self(rawValue: 8)
        /// In the middle between left and right.
        public static let centeredHorizontally = Self(rawValue: 16)
        /// At the right.
        public static let right = Self(rawValue: 32)
    }

    /// The kind of a section's header.
    public static let elementKindSectionHeader = "UICollectionElementKindSectionHeader"
    /// The kind of a section's footer.
    public static let elementKindSectionFooter = "UICollectionElementKindSectionFooter"

    private struct Part {
        let path: IndexPath
        /// A header's or a footer's kind; nil for a cell.
        let kind: String?
        let view: UICollectionReusableView
    }

    private var parts: [Part] = []
    private var makers: [String: UICollectionReusableView.Type] = [:]
    /// What a storyboard has for cells; set by what reads it.
    package final var prototypes: [String: () -> UICollectionReusableView?] = [:]
    /// The scroll views of sections that scroll to the side.
    final var scrollers: [Int: UIScrollView] = [:]
    private var needsReload = true
    private var arrangedSize: CGSize?
    private var isPreparing = false

    /// How the items are arranged.
    open var collectionViewLayout: UICollectionViewLayout = UICollectionViewFlowLayout() {
        didSet { adopt(oldValue) }
    }

    /// The layout as a flow layout; for a layout of another class, a flow layout with the usual
    /// numbers.
    var flow: UICollectionViewFlowLayout {
        collectionViewLayout as? UICollectionViewFlowLayout ?? usualFlow
    }
    private lazy var usualFlow = UICollectionViewFlowLayout()

    /// Creates a collection with a layout.
    public init(frame: CGRect, collectionViewLayout layout: UICollectionViewLayout) {
        super.init(frame: frame)
        collectionViewLayout = layout
        // An initialiser's own assignment is not observed.
        layout.collectionView = self
    }

    /// Creates a collection for a storyboard, which says the rest.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
    }

    override var hasContentByRules: Bool { false }

    override func setUp() {
        super.setUp()
        collectionViewLayout.collectionView = self
    }

    private func adopt(_ old: UICollectionViewLayout) {
        if old !== collectionViewLayout { old.collectionView = nil }
        collectionViewLayout.collectionView = self
        setNeedsArrangement()
    }

    /// Takes another layout; the host shows the end at once.
    open func setCollectionViewLayout(_ layout: UICollectionViewLayout, animated: Bool) {
        collectionViewLayout = layout
    }

    /// What says how many items there are, and what they show.
    open weak var dataSource: (any UICollectionViewDataSource)? {
        didSet { setNeedsReload() }
    }

    private weak var itemDelegate: (any UICollectionViewDelegate)?
    /// Who hears of items that are touched; a `UICollectionViewDelegate`.
    open override weak var delegate: (any UIScrollViewDelegate)? {
        get { itemDelegate }
        set {
            itemDelegate = newValue as? any UICollectionViewDelegate
            setNeedsArrangement()
        }
    }

    /// What is behind all items.
    open var backgroundView: UIView? {
        didSet {
            oldValue?.removeFromSuperview()
            if let backgroundView { insertSubview(backgroundView, at: 0) }
            setNeedsArrangement()
        }
    }

    /// Whether items can be chosen.
    open var allowsSelection = true
    /// Whether more than one item can be chosen.
    open var allowsMultipleSelection = false

    // MARK: Cells

    /// Has cells of a name be made of a class.
    open func register(_ cellClass: AnyClass?, forCellWithReuseIdentifier identifier: String) {
        makers[identifier] = cellClass as? UICollectionViewCell.Type
    }

    /// Has headers or footers of a name be made of a class.
    open func register(
        _ viewClass: AnyClass?,
        forSupplementaryViewOfKind elementKind: String,
        withReuseIdentifier identifier: String
    ) {
        makers[elementKind + identifier] = viewClass as? UICollectionReusableView.Type
    }

    /// Has cells of a name be made from a nib file, whose first object is the cell.
    open func register(_ nib: UINib?, forCellWithReuseIdentifier identifier: String) {
        prototypes[identifier] = nib.map(Self.maker)
    }

    /// Has headers or footers of a name be made from a nib file, whose first object they are.
    open func register(
        _ nib: UINib?,
        forSupplementaryViewOfKind kind: String,
        withReuseIdentifier identifier: String
    ) {
        prototypes[kind + identifier] = nib.map(Self.maker)
    }

    private static func maker(_ nib: UINib) -> () -> UICollectionReusableView? {
        { nib.instantiate(withOwner: nil).first as? UICollectionReusableView }
    }

    /// Makes a cell of a name; a plain one where the name is not known.
    open func dequeueReusableCell(
        withReuseIdentifier identifier: String,
        for indexPath: IndexPath
    ) -> UICollectionViewCell {
        let cell = make(identifier) as? UICollectionViewCell ?? UICollectionViewCell(frame: .zero)
        cell.reuseIdentifier = identifier
        cell.frame.size = size(ofItemAt: indexPath)
        return cell
    }

    /// Makes a header or a footer of a name; a plain one where the name is not known.
    open func dequeueReusableSupplementaryView(
        ofKind elementKind: String,
        withReuseIdentifier identifier: String,
        for indexPath: IndexPath
    ) -> UICollectionReusableView {
        let view = make(elementKind + identifier) ?? UICollectionReusableView(frame: .zero)
        view.reuseIdentifier = identifier
        return view
    }

    private func make(_ name: String) -> UICollectionReusableView? {
        if let view = prototypes[name]?() { return view }
        guard let type = makers[name] else { return nil }
        return ObjectiveCRuntime.make(type) as? UICollectionReusableView
            ?? type.init(coder: EmptyCoder())
    }

    /// How many sections there are.
    open var numberOfSections: Int { dataSource?.numberOfSections(in: self) ?? 0 }
    /// How many items a section has.
    open func numberOfItems(inSection section: Int) -> Int {
        dataSource?.collectionView(self, numberOfItemsInSection: section) ?? 0
    }
    /// The item's cell; nil for an item that there is not.
    open func cellForItem(at indexPath: IndexPath) -> UICollectionViewCell? {
        cells.first { $0.path == indexPath }?.cell
    }
    /// The item that a cell shows; nil for a cell that is not the collection's.
    open func indexPath(for cell: UICollectionViewCell) -> IndexPath? {
        cells.first { $0.cell === cell }?.path
    }
    /// The item that is shown at a point of the content; nil for a point between items.
    open func indexPathForItem(at point: CGPoint) -> IndexPath? {
        layoutIfNeeded()
        return cells.last { $0.cell.convert($0.cell.bounds, to: self).contains(point) }?.path
    }
    /// All cells: each is made, seen or not.
    open var visibleCells: [UICollectionViewCell] { cells.map(\.cell) }
    /// All items: the cell of each is made, seen or not.
    open var indexPathsForVisibleItems: [IndexPath] { cells.map(\.path) }

    final var cells: [(path: IndexPath, cell: UICollectionViewCell)] {
        parts.compactMap { part in
            (part.view as? UICollectionViewCell).map { (part.path, $0) }
        }
    }

    /// The cells, headers and footers that were made.
    final var elements: [UICollectionReusableView] { parts.map(\.view) }

    // MARK: Items

    private func setNeedsReload() {
        needsReload = true
        flow.forgetPlan()
        setNeedsLayout()
    }

    func setNeedsArrangement() {
        // What a layout sets of itself while it is prepared is taken in the same pass.
        guard !isPreparing else { return }
        arrangedSize = nil
        setNeedsLayout()
    }

    /// Makes the items where there are none yet, and arranges them for the size that there is.
    open override func layoutSubviews() {
        super.layoutSubviews()
        if needsReload { makeParts() }
        if arrangedSize != bounds.size { arrange() }
    }

    /// Makes all items anew.
    open func reloadData() { setNeedsReload() }
    /// Makes all items anew.
    open func reloadItems(at indexPaths: [IndexPath]) { setNeedsReload() }
    /// Makes all items anew.
    open func reloadSections(_ sections: IndexSet) { setNeedsReload() }
    /// Makes all items anew.
    open func insertItems(at indexPaths: [IndexPath]) { setNeedsReload() }
    /// Makes all items anew.
    open func deleteItems(at indexPaths: [IndexPath]) { setNeedsReload() }

    /// Makes changes; the host shows their end at once.
    open func performBatchUpdates(
        _ updates: (() -> Void)?,
        completion: ((Bool) -> Void)? = nil
    ) {
        updates?()
        layoutIfNeeded()
        completion?(true)
    }

    private func makeParts() {
        needsReload = false
        arrangedSize = nil
        for part in parts { part.view.removeFromSuperview() }
        parts = []
        for scroller in scrollers.values { scroller.removeFromSuperview() }
        scrollers = [:]
        guard let dataSource else { return }
        for section in 0..<dataSource.numberOfSections(in: self) {
            let count = dataSource.collectionView(self, numberOfItemsInSection: section)
            for item in 0..<max(0, count) {
                let path = IndexPath(item: item, section: section)
                let cell = dataSource.collectionView(self, cellForItemAt: path)
                cell.whenTouched = { [weak self] in self?.touch(path) }
                add(Part(path: path, kind: nil, view: cell))
                itemDelegate?.collectionView(self, willDisplay: cell, forItemAt: path)
            }
        }
    }

    private func add(_ part: Part) {
        parts.append(part)
        addSubview(part.view)
    }

    private func arrange() {
        let size = bounds.size
        arrangedSize = size
        backgroundView?.frame = CGRect(origin: .zero, size: size)
        if let layout = collectionViewLayout as? UICollectionViewCompositionalLayout {
            return arrange(by: layout, in: size)
        }
        isPreparing = true
        flow.forgetPlan()
        collectionViewLayout.prepare()
        isPreparing = false
        let isOwn = type(of: collectionViewLayout) != UICollectionViewFlowLayout.self
        if isOwn, arrange(byOwn: collectionViewLayout) { return }
        let plan = flowPlan
        // Cells are in the order of their items.
        for (entry, frame) in zip(cells, plan.places.flatMap(\.items)) { entry.cell.frame = frame }
        for (number, place) in plan.places.enumerated() {
            arrange(Self.elementKindSectionHeader, of: number, in: place.header)
            arrange(Self.elementKindSectionFooter, of: number, in: place.footer)
        }
        contentSize = plan.size
    }

    final func arrange(_ kind: String, of section: Int, in frame: CGRect) {
        guard frame.width > 0, frame.height > 0 else {
            knownBoundary(kind, of: section)?.isHidden = true
            return
        }
        let view = boundary(kind, of: section)
        view?.isHidden = false
        view?.frame = frame
    }

    /// A section's header or footer; nil without a data source to make it.
    final func boundary(_ kind: String, of section: Int) -> UICollectionReusableView? {
        if let known = knownBoundary(kind, of: section) { return known }
        let path = IndexPath(item: 0, section: section)
        let view = dataSource?
            .collectionView(self, viewForSupplementaryElementOfKind: kind, at: path)
        if let view { add(Part(path: path, kind: kind, view: view)) }
        return view
    }

    private func knownBoundary(_ kind: String, of section: Int) -> UICollectionReusableView? {
        parts.first { $0.kind == kind && $0.path.section == section }?.view
    }

    /// How large an item is before all are arranged: that of a flow layout, or a row of a list.
    private func size(ofItemAt path: IndexPath) -> CGSize {
        guard collectionViewLayout is UICollectionViewFlowLayout else {
            return CGSize(width: bounds.width, height: 44)
        }
        let asked = itemDelegate as? any UICollectionViewDelegateFlowLayout
        let size = asked?
            .collectionView(self, layout: collectionViewLayout, sizeForItemAt: path)
        guard let size, size != UICollectionViewFlowLayout.automaticSize else {
            return flow.itemSize
        }
        return size
    }

    final func section(_ number: Int, of items: [IndexPath]) -> FlowPlan.Section {
        let (flow, layout) = (flow, collectionViewLayout)
        func along(_ size: CGSize) -> CGFloat {
            max(0, flow.scrollDirection == .vertical ? size.height : size.width)
        }
        guard let asked = itemDelegate as? any UICollectionViewDelegateFlowLayout else {
            return FlowPlan.Section(
                items: items.map { _ in flow.itemSize },
                inset: flow.sectionInset,
                lineSpacing: flow.minimumLineSpacing,
                itemSpacing: flow.minimumInteritemSpacing,
                header: along(flow.headerReferenceSize),
                footer: along(flow.footerReferenceSize)
            )
        }
        return FlowPlan.Section(
            items: items.map(size),
            inset: asked.collectionView(self, layout: layout, insetForSectionAt: number),
            lineSpacing: asked.collectionView(
                self,
                layout: layout,
                minimumLineSpacingForSectionAt: number
            ),
            itemSpacing: asked.collectionView(
                self,
                layout: layout,
                minimumInteritemSpacingForSectionAt: number
            ),
            header: along(
                asked.collectionView(
                    self,
                    layout: layout,
                    referenceSizeForHeaderInSection: number
                )
            ),
            footer: along(
                asked.collectionView(
                    self,
                    layout: layout,
                    referenceSizeForFooterInSection: number
                )
            )
        )
    }

    // MARK: Choosing

    /// The items that are chosen; nil where none is.
    open var indexPathsForSelectedItems: [IndexPath]? {
        let chosen = cells.filter(\.cell.isSelected).map(\.path)
        return chosen.isEmpty ? nil : chosen
    }

    /// Has an item be chosen, without a word to the delegate; nil for none.
    open func selectItem(
        at indexPath: IndexPath?,
        animated: Bool,
        scrollPosition: ScrollPosition
    ) {
        if !allowsMultipleSelection { for entry in cells { entry.cell.isSelected = false } }
        guard let indexPath else { return }
        cellForItem(at: indexPath)?.isSelected = true
        scrollToItem(at: indexPath, at: scrollPosition, animated: animated)
    }

    /// Has an item no longer be chosen.
    open func deselectItem(at indexPath: IndexPath, animated: Bool) {
        cellForItem(at: indexPath)?.isSelected = false
    }

    private func touch(_ path: IndexPath) {
        guard allowsSelection, let cell = cellForItem(at: path) else { return }
        if allowsMultipleSelection, cell.isSelected {
            cell.isSelected = false
            itemDelegate?.collectionView(self, didDeselectItemAt: path)
            return
        }
        guard itemDelegate?.collectionView(self, shouldSelectItemAt: path) != false else { return }
        if !allowsMultipleSelection {
            for other in cells where other.cell.isSelected && other.path != path {
                other.cell.isSelected = false
                itemDelegate?.collectionView(self, didDeselectItemAt: other.path)
            }
        }
        cell.isSelected = true
        itemDelegate?.collectionView(self, didSelectItemAt: path)
    }

    /// Scrolls until an item is where it is wanted; the host does so at once.
    open func scrollToItem(
        at indexPath: IndexPath,
        at scrollPosition: ScrollPosition,
        animated: Bool
    ) {
        layoutIfNeeded()
        guard let frame = cellForItem(at: indexPath)?.frame else { return }
        let (size, content) = (bounds.size, contentSize)
        var offset = contentOffset
        if !scrollPosition.isDisjoint(with: [.top, .centeredVertically, .bottom]) {
            let slack = size.height - frame.height
            let before: CGFloat =
                scrollPosition.contains(.top)
                ? 0 : scrollPosition.contains(.bottom) ? slack : slack / 2
            offset.y = min(max(0, frame.minY - before), max(0, content.height - size.height))
        }
        if !scrollPosition.isDisjoint(with: [.left, .centeredHorizontally, .right]) {
            let slack = size.width - frame.width
            let before: CGFloat =
                scrollPosition.contains(.left)
                ? 0 : scrollPosition.contains(.right) ? slack : slack / 2
            offset.x = min(max(0, frame.minX - before), max(0, content.width - size.width))
        }
        contentOffset = offset
    }
}
