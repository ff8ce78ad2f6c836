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
    private var cells: [(path: IndexPath, cell: UITableViewCell)] = []
    private var makers: [String: UITableViewCell.Type] = [:]
    /// What a storyboard has for cells; set by what reads it.
    package final var prototypes: [String: () -> UITableViewCell?] = [:]

    /// What sections look like.
    public private(set) final var style = Style.plain

    /// Creates a table of a style.
    public init(frame: CGRect, style: Style) {
        super.init(frame: frame)
        self.style = style
    }

    /// Creates a table of a place.
    public override init(frame: CGRect) {
        super.init(frame: frame)
    }

    /// Creates a table for a storyboard, which says the rest.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
    }

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
    open var separatorStyle = SeparatorStyle.singleLine
    /// The colour of what is between rows.
    open var separatorColor: UIColor? = .separator
    /// How far what is between rows is from the sides.
    ///
    /// - Note: Without effect: nothing is drawn between rows.
    open var separatorInset = UIEdgeInsets(top: 0, left: 15, bottom: 0, right: 0)
    /// Whether rows can be touched.
    open var allowsSelection = true
    /// What is behind all rows.
    open var backgroundView: UIView? {
        didSet {
            oldValue?.removeFromSuperview()
            guard let backgroundView else { return }
            insertSubview(backgroundView, at: 0)
            setNeedsLayout()
        }
    }
    /// What is below all rows.
    ///
    /// - Note: Without effect: it is kept.
    open var tableFooterView: UIView?
    /// What is above all rows.
    ///
    /// - Note: Without effect: it is kept.
    open var tableHeaderView: UIView?

    /// Has cells of a name be made of a class.
    open func register(_ cellClass: AnyClass?, forCellReuseIdentifier identifier: String) {
        makers[identifier] = cellClass as? UITableViewCell.Type
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
        backgroundView?.frame = CGRect(origin: .zero, size: bounds.size)
    }

    /// Makes all rows anew.
    open func reloadData() {
        needsReload = false
        for entry in cells { entry.cell.removeFromSuperview() }
        cells = []
        guard let dataSource else { return }
        for section in 0..<dataSource.numberOfSections(in: self) {
            for row in 0..<dataSource.tableView(self, numberOfRowsInSection: section) {
                add(IndexPath(row: row, section: section), from: dataSource)
            }
        }
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
        guard let cell = cellForRow(at: indexPath) else { return }
        let frame = cell.convert(cell.bounds, to: rows)
        let slack = bounds.height - frame.height
        let last = max(0, rows.bounds.height - bounds.height)
        func scroll(leaving before: CGFloat) {
            contentOffset.y = min(max(0, frame.minY - before), last)
        }
        switch scrollPosition {
        case .none: scrollRectToVisible(frame, animated: animated)
        case .top: scroll(leaving: 0)
        case .middle: scroll(leaving: slack / 2)
        case .bottom: scroll(leaving: slack)
        }
    }

    /// Has a row no longer be chosen.
    open func deselectRow(at indexPath: IndexPath, animated: Bool) {
        cellForRow(at: indexPath)?.isSelected = false
    }

    private func add(_ path: IndexPath, from dataSource: any UITableViewDataSource) {
        let cell = dataSource.tableView(self, cellForRowAt: path)
        let said = rowDelegate?.tableView(self, heightForRowAt: path) ?? rowHeight
        rows.addArrangedSubview(cell)
        cell.require(height: said > 0 ? said : nil)
        cell.whenTouched = { [weak self] in self?.choose(path) }
        cells.append((path, cell))
        contentSize.height = cells.reduce(0) { $0 + $1.cell.requiredHeight }
    }

    private func choose(_ path: IndexPath) {
        guard allowsSelection else { return }
        cellForRow(at: path)?.isSelected = true
        rowDelegate?.tableView(self, didSelectRowAt: path)
    }
}

/// What says how many rows a table has, and what they show.
@preconcurrency @MainActor
public protocol UITableViewDataSource: NSObjectProtocol {
    /// How many rows a section has.
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int
    /// What a row shows.
    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell
    /// How many sections there are.
    func numberOfSections(in tableView: UITableView) -> Int
}

extension UITableViewDataSource {
    /// One.
    public func numberOfSections(in tableView: UITableView) -> Int { 1 }
}

/// Who hears of rows that are touched.
@preconcurrency @MainActor
public protocol UITableViewDelegate: UIScrollViewDelegate {
    /// How high a row is.
    func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat
    /// Tells that a row was touched.
    func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath)
}

extension UITableViewDelegate {
    /// As the table says.
    public func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat
    { tableView.rowHeight }
    /// Nothing.
    public func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {}
}
