// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import UIKit

/// Four rows of a table in one of its styles.
class RowsView: UIView, UITableViewDataSource {
    private let table: UITableView

    init(style: UITableView.Style) {
        table = UITableView(frame: .zero, style: style)
        super.init(frame: .zero)
        table.dataSource = self
        table.isScrollEnabled = false
        table.translatesAutoresizingMaskIntoConstraints = false
        addSubview(table)
        NSLayoutConstraint.activate([
            table.topAnchor.constraint(equalTo: topAnchor),
            table.leadingAnchor.constraint(equalTo: leadingAnchor),
            table.trailingAnchor.constraint(equalTo: trailingAnchor),
            table.bottomAnchor.constraint(equalTo: bottomAnchor),
            heightAnchor.constraint(equalToConstant: style == .plain ? 176 : 260),
        ])
    }

    required init?(coder: NSCoder) { fatalError("not from a storyboard") }

    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 4 }

    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let cell = UITableViewCell(style: .value1, reuseIdentifier: nil)
        cell.textLabel?.text = "Row"
        switch indexPath.row {
        case 0: cell.detailTextLabel?.text = "Detail"
        case 1: cell.accessoryType = .disclosureIndicator
        case 2: cell.accessoryType = .checkmark
        default:
            let toggle = UISwitch()
            toggle.isOn = true
            cell.accessoryView = toggle
        }
        return cell
    }
}

/// Six tiles of a collection, three in a line.
class TilesView: UIView, UICollectionViewDataSource {
    private let tiles: UICollectionView

    init() {
        let layout = UICollectionViewFlowLayout()
        layout.itemSize = CGSize(width: 100, height: 60)
        layout.minimumInteritemSpacing = 8
        layout.minimumLineSpacing = 12
        layout.sectionInset = UIEdgeInsets(top: 16, left: 16, bottom: 16, right: 16)
        tiles = UICollectionView(frame: .zero, collectionViewLayout: layout)
        super.init(frame: .zero)
        tiles.dataSource = self
        tiles.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "tile")
        tiles.translatesAutoresizingMaskIntoConstraints = false
        addSubview(tiles)
        NSLayoutConstraint.activate([
            tiles.topAnchor.constraint(equalTo: topAnchor),
            tiles.leadingAnchor.constraint(equalTo: leadingAnchor),
            tiles.trailingAnchor.constraint(equalTo: trailingAnchor),
            tiles.bottomAnchor.constraint(equalTo: bottomAnchor),
            heightAnchor.constraint(equalToConstant: 164),
        ])
    }

    required init?(coder: NSCoder) { fatalError("not from a storyboard") }

    func collectionView(_ view: UICollectionView, numberOfItemsInSection section: Int) -> Int { 6 }

    func collectionView(
        _ collectionView: UICollectionView,
        cellForItemAt indexPath: IndexPath
    ) -> UICollectionViewCell {
        let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "tile", for: indexPath)
        cell.contentView.backgroundColor =
            indexPath.item.isMultiple(of: 2) ? .systemTeal : .systemGray4
        cell.contentView.layer.cornerRadius = 10
        return cell
    }
}

/// Three tables of ten rows, each scrolled until its red row is at the top, in the middle and at the
/// bottom.
class ScrolledView: UIView, UITableViewDataSource {
    private static let red = IndexPath(row: 5, section: 0)

    init() {
        super.init(frame: .zero)
        let positions: [UITableView.ScrollPosition] = [.top, .middle, .bottom]
        for (number, position) in positions.enumerated() {
            let frame = CGRect(x: 16 + number * 113, y: 16, width: 100, height: 132)
            let table = UITableView(frame: frame, style: .plain)
            table.dataSource = self
            table.separatorStyle = .none
            addSubview(table)
            table.reloadData()
            table.scrollToRow(at: Self.red, at: position, animated: true)
        }
        heightAnchor.constraint(equalToConstant: 164).isActive = true
    }

    required init?(coder: NSCoder) { fatalError("not from a storyboard") }

    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 10 }

    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
        cell.contentView.backgroundColor = indexPath == Self.red ? .systemRed : .systemGray4
        return cell
    }
}
