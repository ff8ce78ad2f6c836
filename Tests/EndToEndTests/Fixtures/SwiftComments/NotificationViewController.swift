// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import UIKit
import UserNotifications
import UserNotificationsUI

class NotificationViewController: UIViewController, UNNotificationContentExtension {
    private let order = UILabel()
    private let bar = UIView(frame: CGRect(x: 0, y: 0, width: 320, height: 44))
    private let field = UITextField(frame: CGRect(x: 8, y: 4, width: 300, height: 36))
    private var calls: [String] = []

    override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
        calls.append("init \(isViewLoaded)")
    }

    required init?(coder: NSCoder) {
        super.init(coder: coder)
        calls.append("init \(isViewLoaded)")
    }

    override var canBecomeFirstResponder: Bool { true }
    override var inputAccessoryView: UIView? { bar }

    override func viewDidLoad() {
        super.viewDidLoad()
        calls.append("viewDidLoad")
        order.frame = CGRect(x: 8, y: 8, width: 300, height: 24)
        view.addSubview(order)
        bar.addSubview(field)
    }

    func didReceive(_ notification: UNNotification) {
        calls.append("didReceive")
        order.text = calls.joined(separator: ", ")
    }

    func didReceive(
        _ response: UNNotificationResponse,
        completionHandler: @escaping (UNNotificationContentExtensionResponseOption) -> Void
    ) {
        becomeFirstResponder()
        field.becomeFirstResponder()
        completionHandler(.doNotDismiss)
    }
}
