// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import UIKit
import UserNotifications
import UserNotificationsUI

/// Downloads after its callback has returned, and shows what came by way of the main queue.
class NotificationViewController: UIViewController, UNNotificationContentExtension {
    private let state = UILabel()

    override func viewDidLoad() {
        super.viewDidLoad()
        state.text = "waiting"
        state.frame = CGRect(x: 0, y: 0, width: 300, height: 30)
        view.addSubview(state)
    }

    func didReceive(_ notification: UNNotification) {
        let address = notification.request.content.userInfo["from"] as? String
        guard let url = address.flatMap(URL.init(string:)) else { return }
        // Neither a callback nor a connection is under way in between.
        DispatchQueue.global().async {
            URLSession.shared.dataTask(with: url) { data, _, error in
                let text =
                    data.map { String(decoding: $0, as: UTF8.self) }
                    ?? "nothing: \(String(describing: error))"
                DispatchQueue.main.async { self.state.text = "came: \(text)" }
            }.resume()
        }
    }
}
