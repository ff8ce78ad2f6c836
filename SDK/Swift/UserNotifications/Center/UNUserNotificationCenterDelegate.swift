// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// What an app says to notifications that arrive, and hears of what users do about them.
///
/// Every method is optional, and each may be written with a completion handler or as `async`. An app's
/// delegate is called on the main thread; an extension's is never called, as on Apple's systems.
public protocol UNUserNotificationCenterDelegate: NSObjectProtocol {
    /// Says how to show a notification that arrives while the app is in front.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        willPresent notification: UNNotification,
        withCompletionHandler completionHandler:
            @escaping (UNNotificationPresentationOptions) -> Void
    )

    /// Says how to show a notification that arrives while the app is in front.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions

    /// Tells what the user did about a notification.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
    )

    /// Tells what the user did about a notification.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        didReceive response: UNNotificationResponse
    ) async

    /// Tells that the user wants to see the app's own settings; nil when asked from Settings.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        openSettingsFor notification: UNNotification?
    )
}

extension UNUserNotificationCenterDelegate {
    /// Calls the method without a completion handler.
    public func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        willPresent notification: UNNotification,
        withCompletionHandler completionHandler:
            @escaping (UNNotificationPresentationOptions) -> Void
    ) {
        // A delegate need not be Sendable: this is called on the main thread, and stays there.
        nonisolated(unsafe) let (delegate, completion) = (self, completionHandler)
        Task { @MainActor in
            let options = await unsafe delegate.userNotificationCenter(
                center,
                willPresent: notification
            )
            unsafe completion(options)
        }
    }

    /// Does not show the notification.
    public func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions {
        []
    }

    /// Calls the method without a completion handler.
    public func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
    ) {
        // A delegate need not be Sendable: this is called on the main thread, and stays there.
        nonisolated(unsafe) let (delegate, completion) = (self, completionHandler)
        Task { @MainActor in
            await unsafe delegate.userNotificationCenter(center, didReceive: response)
            unsafe completion()
        }
    }

    /// Passes over what the user did.
    public func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        didReceive response: UNNotificationResponse
    ) async {}

    /// Has no settings to show.
    public func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        openSettingsFor notification: UNNotification?
    ) {}
}
