import UIKit
import UserNotifications
import UserNotificationsUI

class NotificationViewController: UIViewController, UNNotificationContentExtension {
    @IBOutlet var label: UILabel!

    override func viewDidLoad() {
        super.viewDidLoad()
        // The view is there; the notification comes next.
    }

    func didReceive(_ notification: UNNotification) {
        label.text = notification.request.content.body
    }

    func didReceive(
        _ response: UNNotificationResponse,
        completionHandler completion:
            @escaping (UNNotificationContentExtensionResponseOption) -> Void
    ) {
        switch response.actionIdentifier {
        case "like":
            label.text = "You like this."
            completion(.doNotDismiss)
        default:
            completion(.dismissAndForwardAction)
        }
    }
}
