// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import UIKit
import UserNotifications
import UserNotificationsUI

// What other people's extensions do with sizes: a row of views in a scroll view that rules fill, a
// switch at the right edge by its own width, and a button of two lines.
class NotificationViewController: UIViewController, UNNotificationContentExtension {
    private let scroll = UIScrollView()
    private let row = UIStackView()
    private let note = UILabel(frame: CGRect(x: 0, y: 70, width: 200, height: 20))

    override func viewDidLoad() {
        super.viewDidLoad()
        view.addSubview(scroll)
        view.addSubview(note)
        scroll.addSubview(row)
        scroll.contentInset = UIEdgeInsets(top: 0, left: 16, bottom: 0, right: 16)
        for view in [scroll, row] { view.translatesAutoresizingMaskIntoConstraints = false }
        for number in 1...8 {
            let label = UILabel()
            label.text = "day \(number)"
            label.widthAnchor.constraint(equalToConstant: 80).isActive = true
            row.addArrangedSubview(label)
        }
        NSLayoutConstraint.activate([
            scroll.topAnchor.constraint(equalTo: view.topAnchor),
            scroll.leadingAnchor.constraint(equalTo: view.leadingAnchor),
            scroll.trailingAnchor.constraint(equalTo: view.trailingAnchor),
            scroll.heightAnchor.constraint(equalToConstant: 60),
            row.topAnchor.constraint(equalTo: scroll.contentLayoutGuide.topAnchor),
            row.bottomAnchor.constraint(equalTo: scroll.bottomAnchor),
            row.leadingAnchor.constraint(equalTo: scroll.contentLayoutGuide.leadingAnchor),
            row.trailingAnchor.constraint(equalTo: scroll.trailingAnchor),
            row.heightAnchor.constraint(equalTo: scroll.frameLayoutGuide.heightAnchor),
        ])
        let toggle = UISwitch()
        toggle.accessibilityLabel = "toggle"
        toggle.frame.origin = CGPoint(x: view.bounds.width - toggle.frame.width, y: 70)
        view.addSubview(toggle)
        let call = UIButton(configuration: .tinted())
        call.configuration?.title = "Call"
        call.configuration?.subtitle = "free of charge"
        call.translatesAutoresizingMaskIntoConstraints = false
        view.addSubview(call)
        NSLayoutConstraint.activate([
            call.topAnchor.constraint(equalTo: scroll.bottomAnchor, constant: 60),
            call.centerXAnchor.constraint(equalTo: view.centerXAnchor),
            call.bottomAnchor.constraint(equalTo: view.bottomAnchor),
        ])
    }

    func didReceive(_ notification: UNNotification) {
        note.text = "\(Int(scroll.contentSize.width)) points to scroll"
    }
}
