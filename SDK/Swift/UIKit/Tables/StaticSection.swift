// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// A section of a table whose cells a storyboard has, one for each row.
@MainActor struct StaticSection {
    /// A row's cell, and how high it is where the storyboard says so.
    typealias Row = (cell: UITableViewCell, height: CGFloat?)

    /// What stands above it.
    let header: String?
    /// What stands below it.
    let footer: String?
    let rows: [Row]
}

extension UITableView {
    /// The storyboard's section of a number; nil where it has none.
    func staticSection(_ index: Int) -> StaticSection? {
        staticSections.indices.contains(index) ? staticSections[index] : nil
    }

    /// The storyboard's row of a path; nil where it has none.
    func staticRow(_ path: IndexPath) -> StaticSection.Row? {
        guard let rows = staticSection(path.section)?.rows, rows.indices.contains(path.row) else {
            return nil
        }
        return rows[path.row]
    }
}
