// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// A controller whose view is a table, which it fills.
///
/// - SeeAlso: https://developer.apple.com/documentation/uikit/uitableviewcontroller
@preconcurrency @MainActor
open class UITableViewController: UIViewController, UITableViewDataSource, UITableViewDelegate {
    private let style: UITableView.Style
    private var table: UITableView?

    /// Whether what is chosen is let go when the table is shown again.
    ///
    /// - Note: Without effect: nothing stays chosen here.
    open var clearsSelectionOnViewWillAppear = true

    /// Creates a controller of a table of a style.
    public init(style: UITableView.Style) {
        self.style = style
        super.init(nibName: nil, bundle: nil)
    }

    /// Creates a controller of a plain table; a nib is not read.
    public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        style = .plain
        super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
    }

    /// Creates a controller for a storyboard, which says the rest.
    public required init?(coder: NSCoder) {
        style = .plain
        super.init(coder: coder)
    }

    /// The table.
    // As Apple's, which takes nil and never gives it.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var tableView: UITableView! {
        get {
            loadViewIfNeeded()
            return table
        }
        set {
            table = newValue
            view = newValue
        }
    }

    /// Makes the table, the storyboard's or one of the style, and has it ask the controller.
    open override func loadView() {
        super.loadView()
        let table = takeView { UITableView(frame: .zero, style: style) }
        self.table = table
        if table.dataSource == nil { table.dataSource = self }
        if table.delegate == nil { table.delegate = self }
    }

    /// What is pulled down to see something new: that of the table.
    ///
    /// - Note: Without effect: it is kept and not seen, as nobody pulls.
    open var refreshControl: UIRefreshControl? {
        get { tableView.refreshControl }
        set { tableView.refreshControl = newValue }
    }

    /// The storyboard's sections, else one; override for more.
    open func numberOfSections(in tableView: UITableView) -> Int {
        max(tableView.staticSections.count, 1)
    }
    /// The storyboard's rows, else none; override to have some.
    open func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
        tableView.staticSection(section)?.rows.count ?? 0
    }
    /// The storyboard's cell, else an empty one; override to fill it.
    open func tableView(
        _ tableView: UITableView,
        cellForRowAt indexPath: IndexPath
    ) -> UITableViewCell {
        tableView.staticRow(indexPath)?.cell
            ?? UITableViewCell(style: .default, reuseIdentifier: nil)
    }
    /// The storyboard's, else none; override to have one.
    open func tableView(
        _ tableView: UITableView,
        titleForHeaderInSection section: Int
    ) -> String? { tableView.staticSection(section)?.header }
    /// The storyboard's, else none; override to have one.
    open func tableView(
        _ tableView: UITableView,
        titleForFooterInSection section: Int
    ) -> String? { tableView.staticSection(section)?.footer }
    /// Returns the row itself; override to choose another one, or none.
    open func tableView(
        _ tableView: UITableView,
        willSelectRowAt indexPath: IndexPath
    ) -> IndexPath? { indexPath }
    /// Does nothing; override to hear of it.
    open func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {}
    /// Does nothing; override to hear of it.
    open func tableView(_ tableView: UITableView, didDeselectRowAt indexPath: IndexPath) {}
    /// Does nothing; override to change the cell.
    open func tableView(
        _ tableView: UITableView,
        willDisplay cell: UITableViewCell,
        forRowAt indexPath: IndexPath
    ) {}
    /// The storyboard's height, else as the table has it; override to say another.
    open func tableView(
        _ tableView: UITableView,
        heightForRowAt indexPath: IndexPath
    ) -> CGFloat { tableView.staticRow(indexPath)?.height ?? tableView.rowHeight }
    /// None, which leaves the title; override to have a view.
    open func tableView(
        _ tableView: UITableView,
        viewForHeaderInSection section: Int
    ) -> UIView? { nil }
    /// None, which leaves the title; override to have a view.
    open func tableView(
        _ tableView: UITableView,
        viewForFooterInSection section: Int
    ) -> UIView? { nil }
    /// As the table has it; override to say another.
    open func tableView(
        _ tableView: UITableView,
        heightForHeaderInSection section: Int
    ) -> CGFloat { tableView.sectionHeaderHeight }
    /// As the table has it; override to say another.
    open func tableView(
        _ tableView: UITableView,
        heightForFooterInSection section: Int
    ) -> CGFloat { tableView.sectionFooterHeight }
}
