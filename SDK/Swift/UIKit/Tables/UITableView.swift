// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation
internal import FoundationSupplement

/// Rows, one below the other, all of which are made at once.
@preconcurrency @MainActor
open class UITableView: UIScrollView {
    /// What sections look like.
    public enum Style: Int, Sendable {
        /// One below the other.
        case plain = 0
        /// Apart.
        case grouped = 1
        /// Apart, with round corners.
        case insetGrouped = 2
    }

    /// What is between rows.
    public enum SeparatorStyle: Int, Sendable {
        /// Nothing.
        case none = 0
        /// A line.
        case singleLine = 1
    }

    /// How rows come and go.
    ///
    /// - Note: Without effect: the host shows the end at once.
    public enum RowAnimation: Int, Sendable {
        /// They fade.
        case fade = 0
        /// From the right.
        case right = 1
        /// From the left.
        case left = 2
        /// From the top.
        case top = 3
        /// From the bottom.
        case bottom = 4
        /// At once.
        case none = 5
        /// As it suits.
        case automatic = 100
    }

    /// The height of a row that says it itself.
    public static let automaticDimension: CGFloat = -1

    private let rows = UIStackView()
    private(set) final var cells: [(path: IndexPath, cell: UITableViewCell)] = []
    /// Where to scroll once rows have places.
    private var wantedScroll: (path: IndexPath, position: ScrollPosition)?
    private var makers: [String: UITableViewCell.Type] = [:]
    /// What headers and footers are made of.
    final var headings: [String: UITableViewHeaderFooterView.Type] = [:]
    /// What a storyboard has for cells; set by what reads it.
    package final var prototypes: [String: () -> UITableViewCell?] = [:]

    /// The sections that a storyboard has with their cells; set by what reads it.
    final var staticSections: [StaticSection] = []

    /// What sections look like.
    public internal(set) final var style = Style.plain

    /// Creates a table of a style.
    public init(frame: CGRect, style: Style) {
        super.init(frame: frame)
        self.style = style
        backgroundColor = style == .plain ? .systemBackground : .systemGroupedBackground
    }

    /// Creates a table of a place.
    public override convenience init(frame: CGRect) {
        self.init(frame: frame, style: .plain)
    }

    /// Creates a table for a storyboard, which says the rest.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
    }

    override var hasContentByRules: Bool { false }

    override func setUp() {
        super.setUp()
        rows.axis = .vertical
        rows.translatesAutoresizingMaskIntoConstraints = false
        addSubview(rows)
        NSLayoutConstraint.activate([
            rows.topAnchor.constraint(equalTo: topAnchor),
            rows.leadingAnchor.constraint(equalTo: leadingAnchor),
            rows.widthAnchor.constraint(equalTo: widthAnchor),
        ])
    }

    /// What says how many rows there are, and what they show.
    open weak var dataSource: (any UITableViewDataSource)? {
        didSet { setNeedsReload() }
    }

    private weak var rowDelegate: (any UITableViewDelegate)?
    /// Who hears of rows that are touched; a `UITableViewDelegate`.
    open override weak var delegate: (any UIScrollViewDelegate)? {
        get { rowDelegate }
        set { rowDelegate = newValue as? any UITableViewDelegate }
    }

    /// How high a row is.
    open var rowHeight: CGFloat = automaticDimension {
        didSet { setNeedsReload() }
    }
    /// How high a row is about.
    ///
    /// - Note: Without effect: each is measured.
    open var estimatedRowHeight: CGFloat = automaticDimension
    /// What is between rows.
    open var separatorStyle = SeparatorStyle.singleLine { didSet { setNeedsReload() } }
    /// The colour of what is between rows.
    open var separatorColor: UIColor? = .separator { didSet { setNeedsReload() } }
    /// How far what is between rows is from the sides.
    open var separatorInset = UIEdgeInsets(top: 0, left: 16, bottom: 0, right: 0) {
        didSet { setNeedsReload() }
    }
    /// Whether rows can be touched.
    open var allowsSelection = true
    /// Whether several rows can be chosen.
    open var allowsMultipleSelection = false
    /// Whether rows can be taken away and moved.
    ///
    /// - Note: Without effect: it is kept.
    open var isEditing = false
    /// What is behind all rows.
    open var backgroundView: UIView? {
        didSet {
            oldValue?.removeFromSuperview()
            guard let backgroundView else { return }
            insertSubview(backgroundView, at: 0)
            setNeedsLayout()
        }
    }
    /// What is below all rows, as high as its frame says.
    open var tableFooterView: UIView? { didSet { setNeedsReload() } }
    /// What is above all rows, as high as its frame says.
    open var tableHeaderView: UIView? { didSet { setNeedsReload() } }
    /// How high a section's header is; ``automaticDimension`` for as high as what it shows.
    open var sectionHeaderHeight: CGFloat = automaticDimension { didSet { setNeedsReload() } }
    /// How high a section's footer is; ``automaticDimension`` for as high as what it shows.
    open var sectionFooterHeight: CGFloat = automaticDimension { didSet { setNeedsReload() } }
    /// The space above a section's header.
    ///
    /// - Note: Without effect: a header has a phone's usual space.
    open var sectionHeaderTopPadding: CGFloat = automaticDimension

    /// Has cells of a name be made of a class.
    open func register(_ cellClass: AnyClass?, forCellReuseIdentifier identifier: String) {
        makers[identifier] = cellClass as? UITableViewCell.Type
    }

    /// Has cells of a name be made from a nib file, whose first object is the cell.
    open func register(_ nib: UINib?, forCellReuseIdentifier identifier: String) {
        prototypes[identifier] = nib.map { nib in
            { nib.instantiate(withOwner: nil).first as? UITableViewCell }
        }
    }

    /// Makes a cell of a name.
    open func dequeueReusableCell(withIdentifier identifier: String) -> UITableViewCell? {
        if let cell = prototypes[identifier]?() { return cell }
        guard let maker = makers[identifier], maker != UITableViewCell.self else { return nil }
        // Without `belfry build` this initialiser alone is sure to be there.
        let made = ObjectiveCRuntime.make(maker) as? UITableViewCell
        return made ?? maker.init(coder: EmptyCoder())
    }

    /// Makes a cell of a name; a plain one where the name is not known.
    open func dequeueReusableCell(
        withIdentifier identifier: String,
        for indexPath: IndexPath
    ) -> UITableViewCell {
        dequeueReusableCell(withIdentifier: identifier)
            ?? UITableViewCell(style: .default, reuseIdentifier: identifier)
    }

    private var needsReload = true
    private func setNeedsReload() {
        needsReload = true
        setNeedsLayout()
    }

    /// Makes the rows where there are none yet.
    open override func layoutSubviews() {
        super.layoutSubviews()
        if needsReload { reloadData() }
        if let wantedScroll { _ = scroll(to: wantedScroll.path, at: wantedScroll.position) }
        backgroundView?.frame = CGRect(origin: .zero, size: bounds.size)
    }

    /// Makes all rows anew.
    open func reloadData() {
        needsReload = false
        for view in rows.arrangedSubviews { view.removeFromSuperview() }
        cells = []
        defer { contentSize.height = rows.arrangedSubviews.reduce(0) { $0 + height(of: $1) } }
        if let tableHeaderView { add(tableHeaderView, height: tableHeaderView.frame.height) }
        defer { if let foot = tableFooterView { add(foot, height: foot.frame.height) } }
        guard let dataSource else { return }
        for section in 0..<dataSource.numberOfSections(in: self) { add(section, from: dataSource) }
    }

    /// Makes all rows anew.
    open func reloadRows(at indexPaths: [IndexPath], with animation: RowAnimation) { reloadData() }
    /// Makes all rows anew.
    open func insertRows(at indexPaths: [IndexPath], with animation: RowAnimation) { reloadData() }
    /// Makes all rows anew.
    open func deleteRows(at indexPaths: [IndexPath], with animation: RowAnimation) { reloadData() }
    /// The row's cell; none for a row that there is not.
    open func cellForRow(at indexPath: IndexPath) -> UITableViewCell? {
        cells.first { $0.path == indexPath }?.cell
    }
    /// How many sections there are.
    open var numberOfSections: Int { dataSource?.numberOfSections(in: self) ?? 1 }
    /// How many rows a section has.
    open func numberOfRows(inSection section: Int) -> Int {
        cells.filter { $0.path.section == section }.count
    }
    /// Where a row is to be seen after scrolling.
    public enum ScrollPosition: Int, Sendable {
        /// Wherever scrolling least shows it.
        case none = 0
        /// At the top.
        case top = 1
        /// In the middle.
        case middle = 2
        /// At the bottom.
        case bottom = 3
    }

    /// Scrolls until a row is where it is wanted; the host does so at once.
    open func scrollToRow(
        at indexPath: IndexPath,
        at scrollPosition: ScrollPosition,
        animated: Bool
    ) {
        layoutIfNeeded()
        // The host places rows once the table is in a view that it shows.
        guard scroll(to: indexPath, at: scrollPosition) else {
            wantedScroll = (indexPath, scrollPosition)
            return setNeedsLayout()
        }
    }

    /// Scrolls to a row; whether rows have places.
    private func scroll(to indexPath: IndexPath, at scrollPosition: ScrollPosition) -> Bool {
        guard let cell = cellForRow(at: indexPath) else { return true }
        guard cell.bounds.height > 0 else { return false }
        wantedScroll = nil
        let frame = cell.convert(cell.bounds, to: rows)
        let slack = bounds.height - frame.height
        let last = max(0, rows.bounds.height - bounds.height)
        func scroll(leaving before: CGFloat) {
            contentOffset.y = min(max(0, frame.minY - before), last)
        }
        switch scrollPosition {
        case .none: scrollRectToVisible(frame, animated: false)
        case .top: scroll(leaving: 0)
        case .middle: scroll(leaving: slack / 2)
        case .bottom: scroll(leaving: slack)
        }
        return true
    }

    /// Has a row no longer be chosen.
    open func deselectRow(at indexPath: IndexPath, animated: Bool) {
        cellForRow(at: indexPath)?.isSelected = false
    }

    // MARK: Sections

    private func add(_ section: Int, from dataSource: any UITableViewDataSource) {
        let title = dataSource.tableView(self, titleForHeaderInSection: section)
        let head = rowDelegate?.tableView(self, viewForHeaderInSection: section)
        let headHeight = rowDelegate?.tableView(self, heightForHeaderInSection: section)
        let isTop = section == 0 && tableHeaderView == nil
        add(
            head ?? heading(title),
            said: headHeight ?? sectionHeaderHeight,
            usual: isTop ? Self.topSpace : Self.space
        )
        let box = UIStackView()
        box.axis = .vertical
        if style == .insetGrouped {
            box.layer.cornerRadius = 10
            box.clipsToBounds = true
        }
        if style != .plain { box.backgroundColor = .secondarySystemGroupedBackground }
        rows.addArrangedSubview(indented(box))
        let count = dataSource.tableView(self, numberOfRowsInSection: section)
        for row in 0..<count {
            let path = IndexPath(row: row, section: section)
            add(path, to: box, isLast: row == count - 1, from: dataSource)
        }
        let footTitle = dataSource.tableView(self, titleForFooterInSection: section)
        let foot = rowDelegate?.tableView(self, viewForFooterInSection: section)
        let footHeight = rowDelegate?.tableView(self, heightForFooterInSection: section)
        add(
            foot ?? footing(footTitle),
            said: footHeight ?? sectionFooterHeight,
            usual: Self.space
        )
    }

    /// The space of a header or a footer that nothing is said of, and that above the first section.
    ///
    /// Apple documents neither: developers have measured them on devices.
    private static let (space, topSpace) = (CGFloat(17.5), CGFloat(35))

    /// A section with the space on its sides that its style has.
    private func indented(_ box: UIView) -> UIView {
        guard style == .insetGrouped else { return box }
        let holder = UIStackView(arrangedSubviews: [box])
        holder.isLayoutMarginsRelativeArrangement = true
        holder.layoutMargins = UIEdgeInsets(top: 0, left: 16, bottom: 0, right: 16)
        return holder
    }

    private func add(
        _ path: IndexPath,
        to box: UIStackView,
        isLast: Bool,
        from dataSource: any UITableViewDataSource
    ) {
        let cell = dataSource.tableView(self, cellForRowAt: path)
        let said = rowDelegate?.tableView(self, heightForRowAt: path) ?? rowHeight
        box.addArrangedSubview(cell)
        cell.require(height: said > 0 ? said : nil)
        cell.whenTouched = { [weak self] in self?.choose(path) }
        let inset = isLast && style == .grouped ? .zero : cell.separatorInset ?? separatorInset
        let isApart = separatorStyle == .none || (isLast && style == .insetGrouped)
        cell.separate(isApart || isTooWide(inset) ? nil : separatorColor, inset)
        cells.append((path, cell))
        rowDelegate?.tableView(self, willDisplay: cell, forRowAt: path)
    }

    /// Whether an inset leaves nothing of a separator, which is how many sources hide one.
    private func isTooWide(_ inset: UIEdgeInsets) -> Bool {
        let width = bounds.width > 0 ? bounds.width : 10_000
        return !(inset.left + inset.right < width)
    }

    /// Adds a section's header or footer; without a view a space, where one is said.
    private func add(_ view: UIView?, said: CGFloat, usual: CGFloat) {
        if let view {
            view.translatesAutoresizingMaskIntoConstraints = true
            let own = view.sizeThatFits(CGSize(width: bounds.width, height: 0)).height
            add(view, height: said > 0 ? said : max(own, view.frame.height, 1))
        } else if said > 0 {
            add(UIView(), height: said)
        } else if style != .plain {
            add(UIView(), height: usual)
        }
    }

    private func add(_ view: UIView, height: CGFloat) {
        let frame = CGRect(x: 0, y: 0, width: bounds.width, height: height)
        let holder = UIView(frame: frame)
        holder.addSubview(view)
        view.frame = frame
        view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        rows.addArrangedSubview(holder)
        holder.heightAnchor.constraint(equalToConstant: height).isActive = true
        holder.tag = Int(height.rounded(.up))
    }

    private func height(of view: UIView) -> CGFloat {
        if view.tag > 0 { return CGFloat(view.tag) }
        let inside = cells.filter { $0.cell.isDescendant(of: view) }
        return inside.reduce(0) { $0 + $1.cell.requiredHeight }
    }

    private func heading(_ title: String?) -> UIView? {
        guard let title else { return nil }
        let isPlain = style == .plain
        let label = note(isPlain ? title : title.uppercased(), isPlain ? .headline : .footnote)
        label.textColor = isPlain ? .label : .secondaryLabel
        return placed(label, height: isPlain ? 34 : 38, isAtBottom: !isPlain)
    }

    private func footing(_ title: String?) -> UIView? {
        title.map { placed(note($0, .footnote), height: 30, isAtBottom: false) }
    }

    private func note(_ text: String, _ style: UIFont.TextStyle) -> UILabel {
        let label = UILabel()
        label.text = text
        label.font = .preferredFont(forTextStyle: style)
        label.textColor = .secondaryLabel
        return label
    }

    private func placed(_ label: UILabel, height: CGFloat, isAtBottom: Bool) -> UIView {
        let left: CGFloat = style == .insetGrouped ? 32 : 16
        let width = max(bounds.width, 320)
        let holder = UIView(frame: CGRect(x: 0, y: 0, width: width, height: height))
        label.frame = CGRect(
            x: left,
            y: isAtBottom ? height - 25 : 7,
            width: width - left * 2,
            height: 20
        )
        label.autoresizingMask = .flexibleWidth
        holder.addSubview(label)
        return holder
    }

    private func choose(_ path: IndexPath) {
        guard allowsSelection, let cell = cellForRow(at: path) else { return }
        if allowsMultipleSelection, cell.isSelected {
            cell.isSelected = false
            rowDelegate?.tableView(self, didDeselectRowAt: path)
            return
        }
        guard let path = rowDelegate.map({ $0.tableView(self, willSelectRowAt: path) }) ?? path
        else { return }
        if !allowsMultipleSelection {
            for other in cells where other.cell.isSelected && other.path != path {
                other.cell.isSelected = false
                rowDelegate?.tableView(self, didDeselectRowAt: other.path)
            }
        }
        cellForRow(at: path)?.isSelected = true
        rowDelegate?.tableView(self, didSelectRowAt: path)
    }
}
