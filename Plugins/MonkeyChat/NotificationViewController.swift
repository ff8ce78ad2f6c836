// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import UIKit
import UserNotifications
import UserNotificationsUI

/// An invitation that is answered where it is read.
class NotificationViewController: UIViewController, UNNotificationContentExtension {
    @IBOutlet private weak var pictureView: UIImageView!
    @IBOutlet private weak var eventLabel: UILabel!
    @IBOutlet private weak var locationLabel: UILabel!
    @IBOutlet private weak var answerLabel: UILabel!

    private let server = Server()

    func didReceive(_ notification: UNNotification) {
        let content = notification.request.content
        eventLabel.text = content.body
        locationLabel.text = content.userInfo["location"] as? String ?? "Somewhere"
        server.delay = content.userInfo["confirms-after"] as? Double ?? 0
        show(content.attachments.first)
    }

    func didReceive(
        _ response: UNNotificationResponse,
        completionHandler completion:
            @escaping (UNNotificationContentExtensionResponseOption) -> Void
    ) {
        switch response.actionIdentifier {
        case "accept":
            server.post("accept") { [weak self] in
                self?.answer("Going!", .systemGreen)
                completion(.dismiss)
            }
        case "decline":
            server.post("decline") { [weak self] in
                self?.answer("Not Going.", .systemRed)
                completion(.dismissAndForwardAction)
            }
        case "comment":
            let text = (response as? UNTextInputNotificationResponse)?.userText ?? ""
            guard !text.isEmpty else {
                answer("Write something first.", .secondaryLabel)
                return completion(.doNotDismiss)
            }
            server.post(text) { [weak self] in
                self?.answer(text, .label)
                completion(.dismissAndForwardAction)
            }
        default:
            completion(.dismissAndForwardAction)
        }
    }

    private func answer(_ text: String, _ color: UIColor) {
        answerLabel.text = text
        answerLabel.textColor = color
    }

    /// The file is the system's: it can be read between start and stop alone.
    private func show(_ attachment: UNNotificationAttachment?) {
        guard let url = attachment?.url, url.startAccessingSecurityScopedResource() else {
            return pictureView.isHidden = true
        }
        defer { url.stopAccessingSecurityScopedResource() }
        pictureView.image = UIImage(contentsOfFile: url.path)
    }
}

/// Stands for the app's server: confirms an answer at once, or a while later.
private final class Server {
    /// Seconds until it confirms.
    var delay = 0.0

    func post(_ answer: String, confirmed: @escaping () -> Void) {
        guard delay > 0 else { return confirmed() }
        DispatchQueue.main.asyncAfter(deadline: .now() + delay, execute: confirmed)
    }
}
