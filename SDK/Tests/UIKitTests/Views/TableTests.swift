// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import Testing

@testable internal import UIKit

@Suite("Rows of tables")
@MainActor struct TableTests {
    private final class Rows: NSObject, UITableViewDataSource, UITableViewDelegate {
        var heard: [String] = []

        func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 3 }

        func tableView(
            _ tableView: UITableView,
            cellForRowAt indexPath: IndexPath
        ) -> UITableViewCell {
            let cell = UITableViewCell(style: .subtitle, reuseIdentifier: nil)
            // As a cell does that changes the look of its second text first.
            cell.detailTextLabel?.text = indexPath.row == 0 ? "second" : ""
            cell.textLabel?.text = "first"
            return cell
        }

        func tableView(
            _ tableView: UITableView,
            willSelectRowAt indexPath: IndexPath
        ) -> IndexPath? { indexPath.row == 2 ? nil : indexPath }

        func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
            heard.append("+\(indexPath.row)")
        }

        func tableView(_ tableView: UITableView, didDeselectRowAt indexPath: IndexPath) {
            heard.append("-\(indexPath.row)")
        }
    }

    private func table(_ rows: Rows) -> UITableView {
        let table = UITableView(frame: CGRect(x: 0, y: 0, width: 320, height: 200))
        table.dataSource = rows
        table.delegate = rows
        table.reloadData()
        return table
    }

    @Test func `the first text stands above the second, whichever is asked for first`() throws {
        let rows = Rows()
        let cell = try #require(table(rows).cellForRow(at: IndexPath(row: 0, section: 0)))
        let lines = try #require(cell.textLabel?.superview as? UIStackView)
        #expect(lines.arrangedSubviews == [cell.textLabel, cell.detailTextLabel])
    }

    @Test func `a row of two texts is 58 points high, and one of one text 44`() {
        let rows = Rows()
        let heights = table(rows).visibleCells.map(\.requiredHeight)
        #expect(heights == [58, 44, 44])
    }

    @Test func `a plain table has the background of the system`() {
        #expect(UITableView().backgroundColor == .systemBackground)
        let grouped = UITableView(frame: .zero, style: .insetGrouped)
        #expect(grouped.backgroundColor == .systemGroupedBackground)
    }

    @Test func `the view in the background is behind the rows, until another takes its place`() {
        let table = table(Rows())
        let (first, second) = (UIView(), UIView())
        table.backgroundView = first
        #expect(table.subviews.first === first && table.subviews.count > 1)
        table.backgroundView = second
        #expect(table.subviews.first === second && first.superview == nil)
        table.backgroundView = nil
        #expect(second.superview == nil)
    }

    @Test func `one row is chosen at a time, and none that the delegate refuses`() {
        let rows = Rows()
        let table = table(rows)
        for row in [0, 1, 2] {
            table.cellForRow(at: IndexPath(row: row, section: 0))?.whenTouched?()
        }
        #expect(rows.heard == ["+0", "-0", "+1"])
        #expect(table.indexPathForSelectedRow == IndexPath(row: 1, section: 0))
    }

    @Test func `a snapshot is shown as rows`() {
        let table = UITableView()
        let source = UITableViewDiffableDataSource<String, String>(tableView: table) { _, _, item in
            let cell = UITableViewCell()
            cell.textLabel?.text = item
            return cell
        }
        var snapshot = source.snapshot()
        snapshot.appendSections(["today"])
        snapshot.appendItems(["a", "b"])
        source.apply(snapshot)
        #expect(table.visibleCells.map(\.textLabel?.text) == ["a", "b"])
        #expect(source.indexPath(for: "b") == IndexPath(row: 1, section: 0))
        #expect(source.itemIdentifier(for: IndexPath(row: 2, section: 0)) == nil)
    }

    @Test func `headers are made of the class that is registered`() {
        let table = UITableView()
        table.register(
            UITableViewHeaderFooterView.self,
            forHeaderFooterViewReuseIdentifier: "head"
        )
        let view = table.dequeueReusableHeaderFooterView(withIdentifier: "head")
        #expect(view?.reuseIdentifier == "head")
        #expect(table.dequeueReusableHeaderFooterView(withIdentifier: "foot") == nil)
    }
}
