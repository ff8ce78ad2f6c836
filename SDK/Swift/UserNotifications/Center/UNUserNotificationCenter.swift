// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation
internal import Synchronization

/// The notification centre of the app: what is pending, what is delivered, the categories, the badge.
///
/// In an extension it is the centre of the app that the extension belongs to, and the host answers.
/// In an app's process it is the app's in the daemon `belfryd`. In a process that runs tests it is one
/// of the process's own, in which notifications come due when they are asked for.
// Unchecked only because the class is open, as Apple's is: what it stores is Sendable.
open class UNUserNotificationCenter: NSObject, @unchecked Sendable {
    private static let shared = UNUserNotificationCenter(
        LocalCenter(),
        daemon: DaemonAddress.isTestProcess ? nil : DaemonCenter()
    )

    private let delegateReference = Mutex(DelegateReference())
    private let local: LocalCenter

    /// The daemon that keeps an app's notifications; nil in tests.
    let daemon: DaemonCenter?
    private let listener = AppListener()

    /// Creates a centre.
    ///
    /// - Parameters:
    ///   - local: Stands in for the host's in an extension whose host keeps none, and in tests.
    ///   - daemon: Answers in an app's process; nil in tests.
    init(_ local: LocalCenter, daemon: DaemonCenter? = nil) {
        self.local = local
        self.daemon = daemon
        super.init()
    }

    /// Returns the centre of the app.
    open class func current() -> UNUserNotificationCenter {
        shared
    }

    /// What the app says to notifications.
    ///
    /// In an app the daemon has it called, on the main thread, for what the user does from then on and
    /// has done before. An extension's is kept, and not called: it is the app's, on iOS too.
    open weak var delegate: (any UNUserNotificationCenterDelegate)? {
        get { delegateReference.withLock { $0 }.delegate }
        set {
            let reference = DelegateReference(delegate: newValue)
            delegateReference.withLock { $0 = reference }
            if newValue != nil, daemon != nil, ExtensionProcess.host == nil {
                listener.delegateWasSet(for: self)
            }
        }
    }

    /// Has background pushes taken, in an app's process that listens.
    ///
    /// - Parameter handler: Takes them, in place of an earlier one.
    package func takeBackgroundPushes(_ handler: @escaping BackgroundPushHandler) {
        listener.takeBackgroundPushes(handler)
    }

    /// Listens to what the daemon has for the app, in an app's process; to set a delegate does so too.
    package func listen() {
        guard daemon != nil, ExtensionProcess.host == nil else { return }
        listener.begin(for: self)
    }

    /// Whether content extensions are shown; they are.
    open var supportsContentExtensions: Bool { true }

    /// Who answers: an extension's host, or the daemon.
    private var center: any CenterService {
        if let host = ExtensionProcess.host { return host.center() ?? local }
        return daemon ?? local
    }

    /// Asks the user for leave to notify; in an extension, tells what the user has answered.
    ///
    /// The first call of an app asks, and the handler is called once the user has answered, as with
    /// `belfry allow`. Later calls find the answer.
    @preconcurrency
    open func requestAuthorization(
        options: UNAuthorizationOptions = [],
        completionHandler: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        center.requestAuthorization(options, completionHandler)
    }

    /// Replaces all categories of the app.
    ///
    /// Those that a service extension sets are there when its notification is shown, unless that is
    /// shown as it came.
    open func setNotificationCategories(_ categories: Set<UNNotificationCategory>) {
        center.setCategories(categories.sorted { $0.identifier < $1.identifier })
    }

    /// Gives the categories of the app.
    @preconcurrency
    open func getNotificationCategories(
        completionHandler: @escaping @Sendable (Set<UNNotificationCategory>) -> Void
    ) {
        center.categories { completionHandler(Set($0)) }
    }

    /// Gives what the user lets the app do.
    @preconcurrency
    open func getNotificationSettings(
        completionHandler: @escaping @Sendable (UNNotificationSettings) -> Void
    ) {
        center.settings(completionHandler)
    }

    /// Adds a request; one that is pending with its identifier is replaced.
    ///
    /// Its error is an `NSError` of `UNErrorDomain`: `notificationInvalidNoContent` where there is
    /// nothing to show, `notificationInvalidNoDate` where the trigger's date never comes.
    @preconcurrency
    open func add(
        _ request: UNNotificationRequest,
        withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        do {
            try request.checkDelivery(after: Date())
            center.add(request) { completionHandler?($0) }
        } catch {
            completionHandler?(error)
        }
    }

    /// Gives the requests that wait for their triggers.
    @preconcurrency
    open func getPendingNotificationRequests(
        completionHandler: @escaping @Sendable ([UNNotificationRequest]) -> Void
    ) {
        center.pending(completionHandler)
    }

    /// Removes the pending requests of the identifiers.
    open func removePendingNotificationRequests(withIdentifiers identifiers: [String]) {
        center.removePending(identifiers)
    }

    /// Removes all pending requests.
    open func removeAllPendingNotificationRequests() {
        center.removePending(nil)
    }

    /// Gives the notifications that were delivered and not removed since.
    @preconcurrency
    open func getDeliveredNotifications(
        completionHandler: @escaping @Sendable ([UNNotification]) -> Void
    ) {
        center.delivered(completionHandler)
    }

    /// Removes the delivered notifications of the identifiers.
    open func removeDeliveredNotifications(withIdentifiers identifiers: [String]) {
        center.removeDelivered(identifiers)
    }

    /// Removes all delivered notifications.
    open func removeAllDeliveredNotifications() {
        center.removeDelivered(nil)
    }

    /// Sets the number on the app's icon; 0 removes it.
    ///
    /// Its error is an `NSError` of `UNErrorDomain`: `badgeInputInvalid` for a number below 0.
    @preconcurrency
    open func setBadgeCount(
        _ newBadgeCount: Int,
        withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        guard newBadgeCount >= 0 else {
            completionHandler?(UNError(.badgeInputInvalid).foundation)
            return
        }
        center.setBadge(newBadgeCount) { completionHandler?($0) }
    }
}

extension UNUserNotificationCenter {
    /// A delegate, which the app keeps.
    // Unchecked because a delegate need not be Sendable: it is handed back to whoever set it, and
    // called on the main thread alone.
    private struct DelegateReference: @unchecked Sendable {
        weak var delegate: (any UNUserNotificationCenterDelegate)?
    }
}
