// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import Synchronization
internal import Testing
internal import UserNotifications

@testable internal import UserNotificationsUI

@Suite("A controller's optional methods")
@MainActor struct ContentMethodsTests {
    @Test func `leave a response to the app where there is none`() {
        let options = Options()
        ContentMethods.didReceive(.example, options.take, in: Plain())
        #expect(options.all == [.dismissAndForwardAction])
    }

    @Test func `get the response where there is one`() {
        let options = Options()
        ContentMethods.didReceive(.example, options.take, in: Answering())
        #expect(options.all == [.doNotDismiss])
    }

    @Test func `have no button for media unless it is said`() {
        #expect(ContentMethods.buttonType(of: Plain()) == .none)
        #expect(ContentMethods.buttonType(of: Answering()) == .overlay)
        #expect(ContentMethods.buttonFrame(of: Answering()).width == 44)
    }

    private class Plain: UIViewController, UNNotificationContentExtension {
        func didReceive(_ notification: UNNotification) {}
    }

    private final class Answering: UIViewController, UNNotificationContentExtension {
        func didReceive(_ notification: UNNotification) {}

        func didReceive(
            _ response: UNNotificationResponse,
            completionHandler completion:
                @escaping (UNNotificationContentExtensionResponseOption) -> Void
        ) {
            completion(.doNotDismiss)
        }

        var mediaPlayPauseButtonType: UNNotificationContentExtensionMediaPlayPauseButtonType {
            .overlay
        }
        var mediaPlayPauseButtonFrame: CGRect { CGRect(x: 0, y: 0, width: 44, height: 44) }
    }

    private final class Options: Sendable {
        private let taken = Mutex<[UNNotificationContentExtensionResponseOption]>([])

        var all: [UNNotificationContentExtensionResponseOption] { taken.withLock { $0 } }

        @Sendable func take(_ option: UNNotificationContentExtensionResponseOption) {
            taken.withLock { $0.append(option) }
        }
    }
}

extension UNNotificationResponse {
    fileprivate static var example: UNNotificationResponse {
        let request = UNNotificationRequest(
            identifier: "1",
            content: UNMutableNotificationContent(),
            trigger: nil
        )
        return .given(to: .shown(date: Date(), request: request), action: "accept", text: nil)
    }
}
