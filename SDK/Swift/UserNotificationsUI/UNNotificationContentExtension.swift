// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation
public import UIKit
public import UserNotifications

/// What draws a notification that the user has opened, and handles what is done about it: a
/// `UIViewController` that the bundle's `NSExtensionPrincipalClass`, or its storyboard, names.
@preconcurrency @MainActor
public protocol UNNotificationContentExtension: NSObjectProtocol {
    /// Shows a notification; called again when another of its categories comes meanwhile.
    func didReceive(_ notification: UNNotification)

    /// Handles what the user did about the notification; the app hears of it only if it is said so.
    ///
    /// - Parameters:
    ///   - response: What the user did.
    ///   - completion: Takes what becomes of the notification; call it once, from any thread.
    func didReceive(
        _ response: UNNotificationResponse,
        completionHandler completion:
            @escaping @Sendable (UNNotificationContentExtensionResponseOption) -> Void
    )

    /// Whether there is a button to play and to pause.
    var mediaPlayPauseButtonType: UNNotificationContentExtensionMediaPlayPauseButtonType { get }
    /// Where the button is.
    var mediaPlayPauseButtonFrame: CGRect { get }
    /// The button's colour.
    var mediaPlayPauseButtonTintColor: UIColor { get }
    /// Plays.
    func mediaPlay()
    /// Pauses.
    func mediaPause()
}

// What is Objective-C's `@optional` on Apple's systems. Whether a class has them itself decides what
// the host does: see ContentMethods.
extension UNNotificationContentExtension {
    /// Leaves the response to the app.
    public func didReceive(
        _ response: UNNotificationResponse,
        completionHandler completion:
            @escaping @Sendable (UNNotificationContentExtensionResponseOption) -> Void
    ) {
        completion(.dismissAndForwardAction)
    }

    /// No button.
    public var mediaPlayPauseButtonType: UNNotificationContentExtensionMediaPlayPauseButtonType {
        .none
    }
    /// Where the host likes it.
    public var mediaPlayPauseButtonFrame: CGRect { .zero }
    /// The host's own colour.
    public var mediaPlayPauseButtonTintColor: UIColor { .clear }
    /// Plays nothing.
    public func mediaPlay() {}
    /// Pauses nothing.
    public func mediaPause() {}
}

/// What becomes of a notification after a response.
public enum UNNotificationContentExtensionResponseOption: UInt, Sendable {
    /// It stays; the app hears nothing.
    case doNotDismiss = 0
    /// It is closed; the app hears nothing.
    case dismiss = 1
    /// It is closed, and the app hears of the response, too.
    case dismissAndForwardAction = 2
}

/// What button there is to play and to pause.
public enum UNNotificationContentExtensionMediaPlayPauseButtonType: UInt, Sendable {
    /// None.
    case none = 0
    /// One that is always there.
    case `default` = 1
    /// One that is gone while it plays.
    case overlay = 2
}
