// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension UNUserNotificationCenter {
    /// Asks the user for leave to notify; in an extension, tells what the user has answered.
    ///
    /// - Throws: An `NSError`, as with a completion handler.
    public func requestAuthorization(options: UNAuthorizationOptions = []) async throws -> Bool {
        try await withCheckedThrowingContinuation { continuation in
            requestAuthorization(options: options) { isGranted, error in
                if let error {
                    continuation.resume(throwing: error)
                } else {
                    continuation.resume(returning: isGranted)
                }
            }
        }
    }

    /// The categories of the app.
    public func notificationCategories() async -> Set<UNNotificationCategory> {
        await withCheckedContinuation { continuation in
            getNotificationCategories { continuation.resume(returning: $0) }
        }
    }

    /// What the user lets the app do.
    public func notificationSettings() async -> UNNotificationSettings {
        await withCheckedContinuation { continuation in
            getNotificationSettings { continuation.resume(returning: $0) }
        }
    }

    /// Adds a request; one that is pending with its identifier is replaced.
    ///
    /// - Throws: An `NSError` of `UNErrorDomain`, as with a completion handler.
    public func add(_ request: UNNotificationRequest) async throws {
        try await Self.throwing { add(request, withCompletionHandler: $0) }
    }

    /// The requests that wait for their triggers.
    public func pendingNotificationRequests() async -> [UNNotificationRequest] {
        await withCheckedContinuation { continuation in
            getPendingNotificationRequests { continuation.resume(returning: $0) }
        }
    }

    /// The notifications that were delivered and not removed since.
    public func deliveredNotifications() async -> [UNNotification] {
        await withCheckedContinuation { continuation in
            getDeliveredNotifications { continuation.resume(returning: $0) }
        }
    }

    /// Sets the number on the app's icon; 0 removes it.
    ///
    /// - Throws: An `NSError` of `UNErrorDomain`, as with a completion handler.
    public func setBadgeCount(_ newBadgeCount: Int) async throws {
        try await Self.throwing { setBadgeCount(newBadgeCount, withCompletionHandler: $0) }
    }

    private static func throwing(
        _ call: (@escaping @Sendable ((any Error)?) -> Void) -> Void
    ) async throws {
        try await withCheckedThrowingContinuation {
            (continuation: CheckedContinuation<Void, any Error>) in
            call { error in
                if let error {
                    continuation.resume(throwing: error)
                } else {
                    continuation.resume()
                }
            }
        }
    }
}
