// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import QuartzCore
import UIKit
import UserNotifications
import UserNotificationsUI

class NotificationViewController: UIViewController, UNNotificationContentExtension,
    CAAnimationDelegate
{
    private let ticks = UILabel()
    private let faded = UILabel()
    private var count = 0

    override func viewDidLoad() {
        super.viewDidLoad()
        ticks.frame = CGRect(x: 8, y: 8, width: 200, height: 24)
        faded.frame = CGRect(x: 8, y: 40, width: 200, height: 24)
        view.addSubview(ticks)
        view.addSubview(faded)
    }

    func didReceive(_ notification: UNNotification) {
        let link = CADisplayLink(target: self, selector: #selector(tick(_:)))
        link.preferredFramesPerSecond = 30
        link.add(to: .main, forMode: .common)

        let fade = CABasicAnimation(keyPath: "opacity")
        fade.fromValue = 1
        fade.toValue = 0.5
        fade.duration = 0.3
        fade.fillMode = .forwards
        fade.isRemovedOnCompletion = false
        fade.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
        fade.delegate = self
        faded.layer.add(fade, forKey: "fade")
    }

    @objc private func tick(_ link: CADisplayLink) {
        count += 1
        ticks.text = "ticks \(count)"
        if count == 5 { link.invalidate() }
    }

    func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
        faded.text = "faded \(flag) \(faded.alpha)"
    }
}
