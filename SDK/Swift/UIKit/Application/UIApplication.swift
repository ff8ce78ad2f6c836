// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation
internal import UserNotifications

/// The app, of which an extension has only the names.
///
/// An app's process gets it from the calls of its delegate.
// Unchecked only because the class is open, as Apple's is: it stores nothing.
open class UIApplication: NSObject, @unchecked Sendable {
    /// The app, which an extension cannot have.
    @available(
        *,
        unavailable,
        message: "an extension has no application; Apple's compiler refuses this, too"
    )
    public static var shared: UIApplication { UIApplication() }

    /// The app's delegate; nil where the process has none.
    ///
    /// `main()` of the class that has `@main` sets it. It is kept, where Apple's is not.
    @MainActor @preconcurrency
    open var delegate: (any UIApplicationDelegate)? {
        get { RunningApplication.delegate }
        set { RunningApplication.delegate = newValue }
    }

    // MARK: Pushes

    /// Has the daemon give the app its device token, by which senders address it.
    ///
    /// The delegate is called on the main thread, at each registration anew:
    /// `application(_:didRegisterForRemoteNotificationsWithDeviceToken:)` with the token, which stays
    /// the same until the app unregisters, or
    /// `application(_:didFailToRegisterForRemoteNotificationsWithError:)`. What the user lets the app
    /// show does not count.
    @MainActor @preconcurrency
    open func registerForRemoteNotifications() {
        UNUserNotificationCenter.current().registerForPushes { result in
            DispatchQueue.main.async {
                MainActor.assumeIsolated { self.tellDelegate(result) }
            }
        }
    }

    @MainActor
    private func tellDelegate(_ result: Result<Data, any Error>) {
        switch result {
        case .success(let token):
            delegate?.application(self, didRegisterForRemoteNotificationsWithDeviceToken: token)
        case .failure(let error):
            delegate?.application(self, didFailToRegisterForRemoteNotificationsWithError: error)
        }
    }

    /// Has the app's device token ended: senders are told so from then on.
    ///
    /// The next registration gives the app another one.
    @MainActor @preconcurrency
    open func unregisterForRemoteNotifications() {
        UNUserNotificationCenter.current().unregisterForPushes()
    }

    /// Whether the app has a device token, as the daemon says, which is asked and waited for.
    @MainActor @preconcurrency
    open var isRegisteredForRemoteNotifications: Bool {
        UNUserNotificationCenter.current().isRegisteredForPushes
    }

    // MARK: Names

    /// The URL that opens the app's settings.
    public static let openSettingsURLString = "app-settings:"
    /// The URL that opens the settings of the app's notifications.
    public static let openNotificationSettingsURLString = "app-settings:notifications"
    /// Posted when the app has become the one in front.
    ///
    /// - Note: Without effect: never posted: an extension has no app.
    public static let didBecomeActiveNotification = Notification.Name(
        "UIApplicationDidBecomeActiveNotification"
    )
    /// Posted when the app is about to leave the front.
    ///
    /// - Note: Without effect: never posted: an extension has no app.
    public static let willResignActiveNotification = Notification.Name(
        "UIApplicationWillResignActiveNotification"
    )
    /// Posted when the app is behind others.
    ///
    /// - Note: Without effect: never posted: an extension has no app.
    public static let didEnterBackgroundNotification = Notification.Name(
        "UIApplicationDidEnterBackgroundNotification"
    )
    /// Posted when the app is about to come to the front.
    ///
    /// - Note: Without effect: never posted: an extension has no app.
    public static let willEnterForegroundNotification = Notification.Name(
        "UIApplicationWillEnterForegroundNotification"
    )
    /// Posted when memory is short.
    ///
    /// - Note: Without effect: never posted; Belfry tells a `BelfryPressureObserver` instead.
    public static let didReceiveMemoryWarningNotification = Notification.Name(
        "UIApplicationDidReceiveMemoryWarningNotification"
    )

    /// Whether the app is in front.
    public enum State: Int, Sendable {
        /// In front.
        case active = 0
        /// In front, and not listening.
        case inactive = 1
        /// Behind.
        case background = 2
    }

    /// A key of the options that a URL is opened with.
    public struct OpenURLOptionsKey: RawRepresentable, Hashable, Sendable {
        /// The key.
        public let rawValue: String

        /// Takes a key.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Which app asked for it.
        public static let sourceApplication = Self(
            rawValue: "UIApplicationOpenURLOptionsSourceApplicationKey"
        )
        /// What it said besides.
        public static let annotation = Self(rawValue: "UIApplicationOpenURLOptionsAnnotationKey")
        /// Whether the file has to stay where it is.
        public static let openInPlace = Self(rawValue: "UIApplicationOpenURLOptionsOpenInPlaceKey")
    }

    /// A key of what an app is started with.
    public struct LaunchOptionsKey: RawRepresentable, Hashable, Sendable {
        /// The key.
        public let rawValue: String

        /// Takes a key.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The URL to open.
        public static let url = Self(rawValue: "UIApplicationLaunchOptionsURLKey")
        /// The payload of the notification that the user chose.
        public static let remoteNotification = Self(
            rawValue: "UIApplicationLaunchOptionsRemoteNotificationKey"
        )
    }
}

/// The number of a task that may go on when the app is behind others.
public struct UIBackgroundTaskIdentifier: RawRepresentable, Hashable, Sendable {
    /// The number.
    public let rawValue: Int

    /// Takes a number.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// No task.
    public static let invalid = UIBackgroundTaskIdentifier(rawValue: 0)
}

/// What a fetch in the background brought.
public enum UIBackgroundFetchResult: UInt, Sendable {
    /// Something new.
    case newData = 0
    /// Nothing new.
    case noData = 1
    /// Nothing, because it went wrong.
    case failed = 2
}
