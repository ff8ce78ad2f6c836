// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import UIKit
import UserNotifications
import UserNotificationsUI

/// A square that is turned by an action, faded by a slider and closed by buttons.
///
/// One controller draws two categories.
class NotificationViewController: UIViewController, UNNotificationContentExtension {
    private let square = UIView()
    private let slider = UISlider()
    private var requestIdentifier = ""
    private var taps = 0

    private let rotate = UNNotificationAction(
        identifier: "rotate-twenty-degrees-action",
        title: "Rotate 20°"
    )
    private let reset = UNNotificationAction(identifier: "reset-action", title: "Reset")

    override func viewDidLoad() {
        super.viewDidLoad()
        square.layer.cornerRadius = 12
        square.isAccessibilityElement = true
        slider.minimumValue = 0
        slider.maximumValue = 1
        slider.value = 1
        slider.accessibilityLabel = "Opacity"
        slider.addTarget(self, action: #selector(fade(_:)), for: .valueChanged)
        let buttons = UIStackView(arrangedSubviews: [
            button("Open", #selector(open)),
            button("Dismiss", #selector(dismissNotification)),
            button("Remove", #selector(remove)),
        ])
        buttons.distribution = .fillEqually
        buttons.spacing = 8
        lay(buttons)
    }

    func didReceive(_ notification: UNNotification) {
        let isRed = notification.request.content.categoryIdentifier == "red-category"
        square.backgroundColor = isRed ? .systemRed : .systemGreen
        square.accessibilityLabel = isRed ? "A red square" : "A green square"
        requestIdentifier = notification.request.identifier
    }

    func didReceive(
        _ response: UNNotificationResponse,
        completionHandler completion:
            @escaping (UNNotificationContentExtensionResponseOption) -> Void
    ) {
        switch response.actionIdentifier {
        case rotate.identifier: taps += 1
        case reset.identifier: taps = 0
        default: return completion(.dismissAndForwardAction)
        }
        square.transform = CGAffineTransform(rotationAngle: CGFloat(taps) * .pi / 9)
        // Each ninth turn it stands on an edge again, and there is nothing to take back.
        switch taps % 9 {
        case 0: extensionContext?.notificationActions = [rotate]
        case 1: extensionContext?.notificationActions = [rotate, reset]
        default: break
        }
        completion(.doNotDismiss)
    }

    @objc private func fade(_ slider: UISlider) {
        square.alpha = CGFloat(slider.value)
    }

    @objc private func open() {
        extensionContext?.performNotificationDefaultAction()
    }

    @objc private func dismissNotification() {
        extensionContext?.dismissNotificationContentExtension()
    }

    @objc private func remove() {
        UNUserNotificationCenter.current().removeDeliveredNotifications(withIdentifiers: [
            requestIdentifier
        ])
        extensionContext?.dismissNotificationContentExtension()
    }

    private func button(_ title: String, _ action: Selector) -> UIButton {
        let button = UIButton(type: .system)
        button.setTitle(title, for: .normal)
        button.addTarget(self, action: action, for: .touchUpInside)
        return button
    }

    private func lay(_ buttons: UIStackView) {
        for child in [square, slider, buttons] {
            child.translatesAutoresizingMaskIntoConstraints = false
            view.addSubview(child)
        }
        NSLayoutConstraint.activate([
            square.centerXAnchor.constraint(equalTo: view.centerXAnchor),
            square.topAnchor.constraint(equalTo: view.topAnchor, constant: 32),
            square.widthAnchor.constraint(equalToConstant: 120),
            square.heightAnchor.constraint(equalTo: square.widthAnchor),
            slider.topAnchor.constraint(equalTo: square.bottomAnchor, constant: 32),
            slider.leadingAnchor.constraint(equalTo: view.leadingAnchor, constant: 16),
            slider.trailingAnchor.constraint(equalTo: view.trailingAnchor, constant: -16),
            buttons.topAnchor.constraint(equalTo: slider.bottomAnchor, constant: 16),
            buttons.leadingAnchor.constraint(equalTo: slider.leadingAnchor),
            buttons.trailingAnchor.constraint(equalTo: slider.trailingAnchor),
            buttons.bottomAnchor.constraint(equalTo: view.bottomAnchor, constant: -16),
        ])
    }
}
