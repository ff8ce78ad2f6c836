// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import AVKit
import UIKit
import UserNotifications
import UserNotificationsUI

class FaceCard: UIView {
    @IBOutlet weak var nameLabel: UILabel!
    @IBOutlet weak var faceView: UIImageView!

    class func instanceFromNib() -> FaceCard {
        let nib = UINib(nibName: "FaceCard", bundle: nil)
        let objects = nib.instantiate(withOwner: nil, options: nil)
        return objects.compactMap { $0 as? FaceCard }.first ?? FaceCard(frame: .zero)
    }

    override func awakeFromNib() {
        super.awakeFromNib()
        let mask = CAShapeLayer()
        mask.path = UIBezierPath(ovalIn: CGRect(x: 0, y: 0, width: 48, height: 48)).cgPath
        faceView.layer.mask = mask
    }
}

class PaddedLabel: UILabel {
    private let inset = UIEdgeInsets(top: 4, left: 8, bottom: 4, right: 8)

    override func drawText(in rect: CGRect) { super.drawText(in: rect.inset(by: inset)) }

    override var intrinsicContentSize: CGSize {
        let size = super.intrinsicContentSize
        return CGSize(width: size.width + 16, height: size.height + 8)
    }
}

private var statusContext = 0

class NotificationViewController: UIViewController, UNNotificationContentExtension {
    private let card = FaceCard.instanceFromNib()
    private let badge = PaddedLabel()
    private let status = UILabel()
    private let like = UIButton(type: .custom)
    private let text = UITextView()
    private let picker = UIDatePicker()
    private let player = AVPlayer()

    override func viewDidLoad() {
        super.viewDidLoad()
        badge.text = "NEW"
        badge.font = .systemFont(ofSize: 12, weight: .heavy)
        badge.backgroundColor = UIColor(named: "Sky")
        like.setImage(UIImage(systemName: "heart.fill"), for: .normal)
        like.tintColor = .systemRed
        like.setTitle("Like", for: .normal)
        like.setTitleColor(.label, for: .normal)
        text.isScrollEnabled = false
        text.font = .systemFont(ofSize: 15)
        text.text = "Two lines\nof a text view"
        picker.locale = Locale(identifier: "en_GB")
        picker.timeZone = TimeZone(identifier: "UTC")
        picker.date = Date(timeIntervalSince1970: 1_764_150_000)
        card.layer.shadowOpacity = 0.25
        card.layer.shadowRadius = 10
        card.layer.shadowOffset = CGSize(width: 0, height: 4)
        card.heightAnchor.constraint(equalToConstant: 88).isActive = true
        let stack = UIStackView(arrangedSubviews: [card, badge, status, like, text, picker])
        stack.axis = .vertical
        stack.alignment = .leading
        stack.translatesAutoresizingMaskIntoConstraints = false
        view.addSubview(stack)
        NSLayoutConstraint.activate([
            card.widthAnchor.constraint(equalTo: stack.widthAnchor),
            stack.topAnchor.constraint(equalTo: view.topAnchor),
            stack.leadingAnchor.constraint(equalTo: view.leadingAnchor),
            stack.trailingAnchor.constraint(equalTo: view.trailingAnchor),
            stack.bottomAnchor.constraint(lessThanOrEqualTo: view.bottomAnchor),
        ])
        player.addObserver(
            self,
            forKeyPath: #keyPath(AVPlayer.currentItem),
            options: .new,
            context: &statusContext
        )
    }

    override func observeValue(
        forKeyPath keyPath: String?,
        of object: Any?,
        change: [NSKeyValueChangeKey: Any]?,
        context: UnsafeMutableRawPointer?
    ) {
        guard context == &statusContext else { return }
        status.text = "\(keyPath ?? "") \(change?[.newKey] is AVPlayerItem)"
    }

    func didReceive(_ notification: UNNotification) {
        card.nameLabel.text = notification.request.content.title
        player.replaceCurrentItem(with: AVPlayerItem(url: URL(fileURLWithPath: "/none.mp4")))
    }
}
