// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import UIKit
import UserNotifications
import UserNotificationsUI

/// An episode that is played where it is announced.
///
/// The system draws the button, and this says when it plays. There is no sound here to hear; the clock
/// runs as it would.
class NotificationViewController: UIViewController, UNNotificationContentExtension {
    private let episode = UILabel()
    private let time = UILabel()
    private let progress = UIProgressView(progressViewStyle: .default)
    private var duration = 0.0
    private var position = 0.0
    private var timer: Timer?

    var mediaPlayPauseButtonType: UNNotificationContentExtensionMediaPlayPauseButtonType {
        .default
    }

    var mediaPlayPauseButtonFrame: CGRect {
        CGRect(x: view.bounds.midX - 32, y: 24, width: 64, height: 64)
    }

    var mediaPlayPauseButtonTintColor: UIColor { .systemPurple }

    override func viewDidLoad() {
        super.viewDidLoad()
        title = "Zoo Radio"
        preferredContentSize = CGSize(width: view.bounds.width, height: 180)
        episode.font = .boldSystemFont(ofSize: 17)
        episode.textAlignment = .center
        time.font = .monospacedDigitSystemFont(ofSize: 13, weight: .regular)
        time.textColor = .secondaryLabel
        time.textAlignment = .center
        let column = UIStackView(arrangedSubviews: [episode, progress, time])
        column.axis = .vertical
        column.spacing = 8
        column.frame = CGRect(x: 16, y: 104, width: view.bounds.width - 32, height: 64)
        column.autoresizingMask = .flexibleWidth
        view.addSubview(column)
    }

    func didReceive(_ notification: UNNotification) {
        let content = notification.request.content
        episode.text = content.title
        position = 0
        duration = content.attachments.first.flatMap(length) ?? 0
        show()
    }

    func mediaPlay() {
        guard duration > 0 else { return }
        if position >= duration { position = 0 }
        extensionContext?.mediaPlayingStarted()
        timer = Timer.scheduledTimer(withTimeInterval: 0.1, repeats: true) { [weak self] _ in
            self?.advance(by: 0.1)
        }
        show()
    }

    func mediaPause() {
        timer?.invalidate()
        timer = nil
        extensionContext?.mediaPlayingPaused()
        show()
    }

    private func advance(by seconds: Double) {
        position = min(position + seconds, duration)
        if position >= duration { mediaPause() } else { show() }
    }

    private func show() {
        progress.progress = duration > 0 ? Float(position / duration) : 0
        let state = timer == nil ? "paused" : "playing"
        time.text = String(format: "%.1f of %.1f s, ", position, duration) + state
    }

    /// The seconds that a WAV file plays: the bytes of its samples by those of a second.
    private func length(of attachment: UNNotificationAttachment) -> Double? {
        guard attachment.url.startAccessingSecurityScopedResource() else { return nil }
        defer { attachment.url.stopAccessingSecurityScopedResource() }
        guard let file = try? Data(contentsOf: attachment.url), file.count > 44 else { return nil }
        let bytesPerSecond = file[28..<32].reversed().reduce(0) { $0 << 8 | Int($1) }
        guard bytesPerSecond > 0 else { return nil }
        return Double(file.count - 44) / Double(bytesPerSecond)
    }
}
