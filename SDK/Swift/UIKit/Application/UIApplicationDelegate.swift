// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation
internal import UserNotifications

/// What an app does when it is started, when it is registered for pushes, and when one wakes it.
///
/// The class that has `@main` is made by the app's process, on the main thread. It is `final`, or its
/// `init()` is `required`: where there is no Objective-C, nothing else lets it be made by its name.
@MainActor @preconcurrency
public protocol UIApplicationDelegate: NSObjectProtocol {
    /// Creates it.
    init()

    /// The app was started; notifications' delegate is best set here.
    ///
    /// - Parameters:
    ///   - application: The app.
    ///   - launchOptions: What it was started with; always nil.
    /// - Returns: Whether the app can deal with a URL that it was started with; without effect.
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool

    /// A push with `content-available` has come: the app has 30 seconds in the background.
    ///
    /// - Parameters:
    ///   - application: The app.
    ///   - userInfo: The push's payload.
    ///   - completionHandler: Is called when the app has fetched what there is. Without it the push is
    ///     given to the app's next process, three times at most.
    func application(
        _ application: UIApplication,
        didReceiveRemoteNotification userInfo: [AnyHashable: Any],
        fetchCompletionHandler completionHandler:
            @escaping @Sendable (UIBackgroundFetchResult) -> Void
    )

    /// The same, as an asynchronous function; an app has one of the two.
    ///
    /// - Parameters:
    ///   - application: The app.
    ///   - userInfo: The push's payload.
    /// - Returns: What the app has fetched.
    func application(
        _ application: UIApplication,
        didReceiveRemoteNotification userInfo: [AnyHashable: Any]
    ) async -> UIBackgroundFetchResult

    /// The app is registered for pushes.
    ///
    /// - Parameters:
    ///   - application: The app.
    ///   - deviceToken: What senders address the app by: the bytes of which they write the
    ///     hexadecimal digits.
    func application(
        _ application: UIApplication,
        didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
    )

    /// The app could not be registered for pushes.
    ///
    /// - Parameters:
    ///   - application: The app.
    ///   - error: Why; its `localizedDescription` is one line with the way out.
    func application(
        _ application: UIApplication,
        didFailToRegisterForRemoteNotificationsWithError error: any Error
    )
}

extension UIApplicationDelegate {
    /// Goes on.
    public func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool { true }

    /// Calls the asynchronous function.
    public func application(
        _ application: UIApplication,
        didReceiveRemoteNotification userInfo: [AnyHashable: Any],
        fetchCompletionHandler completionHandler:
            @escaping @Sendable (UIBackgroundFetchResult) -> Void
    ) {
        Task {
            let result = await self.application(application, didReceiveRemoteNotification: userInfo)
            completionHandler(result)
        }
    }

    /// Fetches nothing.
    public func application(
        _ application: UIApplication,
        didReceiveRemoteNotification userInfo: [AnyHashable: Any]
    ) async -> UIBackgroundFetchResult { .noData }

    /// Does nothing.
    public func application(
        _ application: UIApplication,
        didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
    ) {}

    /// Does nothing: standard error has said why.
    public func application(
        _ application: UIApplication,
        didFailToRegisterForRemoteNotificationsWithError error: any Error
    ) {}

    /// Makes the app's delegate, tells it that the app was started, and serves the main thread.
    public static func main() {
        let delegate = Self()
        RunningApplication.delegate = delegate
        let application = RunningApplication.application
        // Before the app sets its delegate, which begins to listen: a push that nobody takes is gone.
        let center = UNUserNotificationCenter.current()
        center.takeBackgroundPushes { userInfo, finished in
            RunningApplication.delegate?.application(
                RunningApplication.application,
                didReceiveRemoteNotification: userInfo
            ) { _ in finished() }
        }
        _ = delegate.application(application, didFinishLaunchingWithOptions: nil)
        // One that listened while it is launched would be asked what it cannot answer yet.
        center.listen()
        RunLoop.main.run()
    }
}
