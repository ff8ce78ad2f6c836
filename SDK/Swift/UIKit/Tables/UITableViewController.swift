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
        let table = viewIfLoaded as? UITableView ?? UITableView(frame: .zero, style: style)
        self.table = table
        if viewIfLoaded !== table { view = table }
        if table.dataSource == nil { table.dataSource = self }
        if table.delegate == nil { table.delegate = self }
    }

    /// One; override for more.
    open func numberOfSections(in tableView: UITableView) -> Int { 1 }
    /// None; override to have some.
    open func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 0 }
    /// An empty cell; override to fill it.
    open func tableView(
        _ tableView: UITableView,
        cellForRowAt indexPath: IndexPath
    ) -> UITableViewCell {
        UITableViewCell(style: .default, reuseIdentifier: nil)
    }
    /// None; override to have one.
    open func tableView(
        _ tableView: UITableView,
        titleForHeaderInSection section: Int
    ) -> String? { nil }
    /// Does nothing; override to hear of it.
    open func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {}
    /// As the table has it; override to say another.
    open func tableView(
        _ tableView: UITableView,
        heightForRowAt indexPath: IndexPath
    ) -> CGFloat { tableView.rowHeight }
}
