// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Whoever keeps an app's notifications: an extension's host, the daemon for an app, a test itself.
///
/// Each call is answered once, on a thread of the centre's; what was asked first is answered first.
protocol CenterService: Sendable {
    /// Asks the user, and answers once the user has.
    func requestAuthorization(
        _ options: UNAuthorizationOptions,
        _ reply: @escaping @Sendable (Bool, (any Error)?) -> Void
    )
    func add(_ request: UNNotificationRequest, _ reply: @escaping @Sendable ((any Error)?) -> Void)
    func pending(_ reply: @escaping @Sendable ([UNNotificationRequest]) -> Void)
    func delivered(_ reply: @escaping @Sendable ([UNNotification]) -> Void)

    /// Removes the requests of the identifiers; all of them for nil.
    func removePending(_ identifiers: [String]?)

    /// Removes the notifications of the identifiers; all of them for nil.
    func removeDelivered(_ identifiers: [String]?)
    func categories(_ reply: @escaping @Sendable ([UNNotificationCategory]) -> Void)
    func setCategories(_ categories: [UNNotificationCategory])
    func setBadge(_ count: Int, _ reply: @escaping @Sendable ((any Error)?) -> Void)
    func settings(_ reply: @escaping @Sendable (UNNotificationSettings) -> Void)
}

extension CenterService {
    /// Answers with what the app may do already, where there is nobody to ask.
    func requestAuthorization(
        _ options: UNAuthorizationOptions,
        _ reply: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        settings { reply($0.authorizationStatus != .denied, nil) }
    }
}
