// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfry
internal import Foundation
internal import FoundationSupplement
internal import UIKit
internal import UserNotifications

/// Runs the extension's principal controller for the host, on the main thread.
@MainActor final class ContentRuntime {
    /// The one of the process.
    static let shared = ContentRuntime()

    private var controller: UIViewController?
    private var mediaButton = MediaButton()

    /// Makes the controller and its view; without one the process ends, as by UIKit's exceptions, and
    /// the notification is shown as without the extension.
    func load() {
        callback {
            guard let controller = makeController() else {
                refuse("there is no controller; the lines before this say why")
            }
            guard controller is any UNNotificationContentExtension else {
                refuse(
                    "\(type(of: controller)) does not adopt UNNotificationContentExtension"
                )
            }
            self.controller = controller
            controller.hostContext = NSExtensionContext()
            controller.begin()
        }
    }

    /// Shows a notification to the controller.
    func didReceive(_ handle: bf_request) {
        callback {
            guard let notification = notification(handle) else { return }
            content?.didReceive(notification)
        }
    }

    /// Shows a response to the controller.
    func didReceive(_ handle: bf_response, _ completion: bf_response_completion) {
        callback {
            let answer: @Sendable (UNNotificationContentExtensionResponseOption) -> Void = {
                completion(bf_response_option($0.rawValue))
            }
            guard let content, let response = response(handle) else {
                return answer(.dismissAndForwardAction)
            }
            ContentMethods.didReceive(response, answer, in: content)
        }
    }

    /// Has the controller play.
    func mediaPlay() {
        callback { content.map(ContentMethods.mediaPlay) }
    }

    /// Has the controller pause.
    func mediaPause() {
        callback { content.map(ContentMethods.mediaPause) }
    }

    /// Tells the controller that the notification is closed.
    func stop() {
        controller?.end()
    }

    private var content: (any UNNotificationContentExtension)? {
        controller as? any UNNotificationContentExtension
    }

    /// Does what the host asks, and shows what changed by it.
    private func callback(_ body: () -> Void?) {
        ViewLayout.callback { body() }
        if let content { mediaButton.update(from: content) }
    }

    private func makeController() -> UIViewController? {
        switch ContentStart.current?.source {
        case .controller(let type): ControllerFactory.make(type)
        case .storyboard(let name): ControllerFactory.make(fromStoryboard: name)
        case nil: nil
        }
    }

    private func refuse(_ reason: String) -> Never {
        RunLog.write(.error, "The notification is shown as without the extension: \(reason).")
        fatalError(reason)
    }

    private func notification(_ handle: bf_request) -> UNNotification? {
        guard let start = ContentStart.current, let presentation = Presentation.current else {
            return nil
        }
        return presentation.notification(handle, of: start.host)
    }

    private func response(_ handle: bf_response) -> UNNotificationResponse? {
        guard let start = ContentStart.current, let presentation = Presentation.current else {
            return nil
        }
        return presentation.response(handle, of: start.host)
    }
}
