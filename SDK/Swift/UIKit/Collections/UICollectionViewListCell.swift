// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// A row of a list in a collection.
@preconcurrency @MainActor
open class UICollectionViewListCell: UICollectionViewCell {
    private let row = UITableViewCell(style: .subtitle, reuseIdentifier: nil)

    override func setUp() {
        super.setUp()
        row.require(height: nil)
        row.whenTouched = { [weak self] in self?.whenTouched?() }
        row.translatesAutoresizingMaskIntoConstraints = false
        contentView.addSubview(row)
        NSLayoutConstraint.activate([
            row.topAnchor.constraint(equalTo: contentView.topAnchor),
            row.bottomAnchor.constraint(equalTo: contentView.bottomAnchor),
            row.leadingAnchor.constraint(equalTo: contentView.leadingAnchor),
            row.trailingAnchor.constraint(equalTo: contentView.trailingAnchor),
        ])
    }

    /// What the cell shows, said in one.
    open var contentConfiguration: (any UIContentConfiguration)? {
        get { row.contentConfiguration }
        set { row.contentConfiguration = newValue }
    }

    /// What the cell shows where nothing is said.
    open func defaultContentConfiguration() -> UIListContentConfiguration { .cell() }

    /// What is at its right.
    open var accessories: [UICellAccessory] = [] {
        didSet { row.accessoryView = UICellAccessory.view(of: accessories) }
    }

    /// What is behind what the cell shows.
    open var backgroundConfiguration: UIBackgroundConfiguration? {
        didSet {
            guard let background = backgroundConfiguration else { return }
            backgroundColor = background.backgroundColor
            if background.isRounded { layer.cornerRadius = background.cornerRadius }
            layer.borderColor = background.strokeColor?.cgColor
            layer.borderWidth = background.strokeWidth
        }
    }

    /// Looks as a row of a list at its place.
    func stand(in list: UICollectionLayoutListConfiguration, isFirst: Bool, isLast: Bool) {
        let isBox = list.appearance == .insetGrouped || list.appearance == .sidebar
        if backgroundColor == nil {
            backgroundColor = list.appearance == .plain ? nil : .secondarySystemGroupedBackground
        }
        let hasLine = list.showsSeparators && !(isLast && isBox)
        row.separate(
            hasLine ? .separator : nil,
            UIEdgeInsets(top: 0, left: 16, bottom: 0, right: 0)
        )
        guard isBox else { return }
        var corners: CACornerMask = []
        if isFirst { corners.formUnion([.layerMinXMinYCorner, .layerMaxXMinYCorner]) }
        if isLast { corners.formUnion([.layerMinXMaxYCorner, .layerMaxXMaxYCorner]) }
        layer.maskedCorners = corners
        layer.cornerRadius = corners.isEmpty ? 0 : 10
    }
}
