// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import UIKit
import UserNotifications
import UserNotificationsUI

final class Tile: UICollectionViewCell {
    let label = UILabel()
    override init(frame: CGRect) {
        super.init(frame: frame)
        label.textAlignment = .center
        label.translatesAutoresizingMaskIntoConstraints = false
        contentView.addSubview(label)
        NSLayoutConstraint.activate([
            label.centerXAnchor.constraint(equalTo: contentView.centerXAnchor),
            label.centerYAnchor.constraint(equalTo: contentView.centerYAnchor),
        ])
        contentView.backgroundColor = .systemTeal
        contentView.layer.cornerRadius = 8
        selectedBackgroundView = UIView()
        selectedBackgroundView?.backgroundColor = .systemRed
    }
    required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }
}

final class Head: UICollectionReusableView {
    override init(frame: CGRect) {
        super.init(frame: frame)
        backgroundColor = .systemYellow
    }
    required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }
}

class NotificationViewController: UIViewController, UNNotificationContentExtension,
    UICollectionViewDataSource, UICollectionViewDelegateFlowLayout
{
    private let chosen = UILabel()

    override func viewDidLoad() {
        super.viewDidLoad()
        let layout = UICollectionViewFlowLayout()
        layout.sectionInset = UIEdgeInsets(top: 8, left: 8, bottom: 8, right: 8)
        layout.headerReferenceSize = CGSize(width: 0, height: 20)
        let collection = UICollectionView(frame: .zero, collectionViewLayout: layout)
        collection.translatesAutoresizingMaskIntoConstraints = false
        collection.register(Tile.self, forCellWithReuseIdentifier: "tile")
        collection.register(
            Head.self,
            forSupplementaryViewOfKind: UICollectionView.elementKindSectionHeader,
            withReuseIdentifier: "head"
        )
        collection.dataSource = self
        collection.delegate = self
        chosen.text = "nothing chosen"
        chosen.translatesAutoresizingMaskIntoConstraints = false
        view.addSubview(collection)
        view.addSubview(chosen)
        NSLayoutConstraint.activate([
            collection.topAnchor.constraint(equalTo: view.topAnchor),
            collection.leadingAnchor.constraint(equalTo: view.leadingAnchor),
            collection.trailingAnchor.constraint(equalTo: view.trailingAnchor),
            collection.heightAnchor.constraint(equalToConstant: 200),
            chosen.topAnchor.constraint(equalTo: collection.bottomAnchor),
            chosen.leadingAnchor.constraint(equalTo: view.leadingAnchor),
            chosen.bottomAnchor.constraint(equalTo: view.bottomAnchor),
        ])
    }

    func didReceive(_ notification: UNNotification) {}

    func collectionView(
        _ collectionView: UICollectionView,
        numberOfItemsInSection section: Int
    ) -> Int { 8 }
    func collectionView(
        _ collectionView: UICollectionView,
        cellForItemAt indexPath: IndexPath
    ) -> UICollectionViewCell {
        let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "tile", for: indexPath)
        (cell as? Tile)?.label.text = "tile \(indexPath.item)"
        return cell
    }
    func collectionView(
        _ collectionView: UICollectionView,
        viewForSupplementaryElementOfKind kind: String,
        at indexPath: IndexPath
    ) -> UICollectionReusableView {
        collectionView.dequeueReusableSupplementaryView(
            ofKind: kind,
            withReuseIdentifier: "head",
            for: indexPath
        )
    }
    func collectionView(
        _ collectionView: UICollectionView,
        layout collectionViewLayout: UICollectionViewLayout,
        sizeForItemAt indexPath: IndexPath
    ) -> CGSize {
        let width = (collectionView.bounds.width - 16 - 20) / 3
        return CGSize(width: width, height: 50)
    }
    func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {
        chosen.text = "chosen \(indexPath.item)"
    }
}
