// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import Synchronization

/// The centre of a process that has no host, such as an author's tests.
///
/// Nothing waits for a date to come: what has come due by then is delivered whenever the centre is
/// asked for something.
final class LocalCenter: CenterService {
    private let state = Mutex(State())
    // Handlers are called on a thread of the centre's and in order, as Apple's centre calls them.
    private let queue = DispatchQueue(label: "org.belfry.UNUserNotificationCenter")
    private let now: @Sendable () -> Date

    /// Creates an empty centre.
    ///
    /// - Parameter now: What time it is.
    init(now: @escaping @Sendable () -> Date = { Date() }) {
        self.now = now
    }

    /// The number on the app's icon.
    var badge: Int { state.withLock { $0.badge } }

    func add(
        _ request: UNNotificationRequest,
        _ reply: @escaping @Sendable ((any Error)?) -> Void
    ) {
        change { $0.add(request, at: $1) }
        queue.async { reply(nil) }
    }

    func pending(_ reply: @escaping @Sendable ([UNNotificationRequest]) -> Void) {
        let requests = change { state, _ in state.pending.map(\.request) }
        queue.async { reply(requests) }
    }

    func delivered(_ reply: @escaping @Sendable ([UNNotification]) -> Void) {
        let notifications = change { state, _ in state.delivered }
        queue.async { reply(notifications) }
    }

    func removePending(_ identifiers: [String]?) {
        change { state, _ in
            state.pending.removeAll {
                identifiers?.contains(where: $0.request.hasIdentifier) ?? true
            }
        }
    }

    func removeDelivered(_ identifiers: [String]?) {
        change { state, _ in
            state.delivered.removeAll {
                identifiers?.contains(where: $0.request.hasIdentifier) ?? true
            }
        }
    }

    func categories(_ reply: @escaping @Sendable ([UNNotificationCategory]) -> Void) {
        let categories = change { state, _ in state.categories }
        queue.async { reply(categories) }
    }

    func setCategories(_ categories: [UNNotificationCategory]) {
        change { state, _ in state.categories = categories }
    }

    func setBadge(_ count: Int, _ reply: @escaping @Sendable ((any Error)?) -> Void) {
        change { state, _ in state.badge = count }
        queue.async { reply(nil) }
    }

    func settings(_ reply: @escaping @Sendable (UNNotificationSettings) -> Void) {
        queue.async { reply(UNNotificationSettings(document: Document())) }
    }

    /// Changes the state once what has come due is delivered.
    @discardableResult
    private func change<Result: Sendable>(_ body: (inout State, Date) -> Result) -> Result {
        let now = now()
        return state.withLock { state in
            state.advance(to: now)
            return body(&state, now)
        }
    }
}
