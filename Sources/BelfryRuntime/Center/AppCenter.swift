// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryCenter
package import BelfryModel

/// The notification centre of one app: `BelfryCenter`'s, over a store in memory.
///
/// Triggers do not fire in it: requests that wait for something stay pending. It belongs to one
/// thread.
package final class AppCenter {
    let center: Center
    private let app: String

    /// Shown notifications that are not in the centre yet.
    ///
    /// Adding them in groups keeps runs short.
    private var shown: [Shown] = []

    /// About how many bytes those of them have that are listed.
    private var shownByteCount = 0

    /// Steps since what has ended was forgotten.
    private var stepCount = 0

    private struct Shown {
        let request: NotificationRequest
        let date: UnixTime
        let isListed: Bool
    }

    /// - Parameter app: The app's bundle identifier.
    package init(of app: String) {
        self.app = app
        center = Center(
            store: MemoryStore(),
            clock: SystemClock(),
            engine: NoEngine(),
            policy: Self.policy
        )
        _ = try? center.perform { try $0.transaction.put(Self.row(app, DeviceState())) }
    }

    /// Most bytes of the documents of either list: what one answer holds, without its brackets and a
    /// comma for each.
    package static let listByteLimit = CenterReply.documentLimit - 2 - deliveredLimit

    /// Most delivered notifications that are kept.
    package static let deliveredLimit = 128

    /// Most that wait to be put into the centre, and most steps until what has ended is forgotten: to
    /// look for it costs as much as ten steps.
    private static let shownLimit = 32

    /// Each pruning forgets all that has ended, and the whole log.
    private static var policy: CenterPolicy {
        var policy = CenterPolicy()
        policy.firesTriggers = false
        policy.pendingByteLimit = listByteLimit
        policy.retention.entryLimit = deliveredLimit
        // Each content is there twice, as it was sent and as it is shown: the latter has a word more.
        policy.retention.byteLimit = 2 * (listByteLimit + 16)
        policy.retention.endedMilliseconds = -1
        policy.retention.logMilliseconds = -1
        policy.retention.eventLimit = 0
        policy.retention.tombstoneLimit = 0
        policy.retention.keyMilliseconds = -1
        policy.retention.keyLimit = 0
        return policy
    }

    private static func row(_ identifier: String, _ user: DeviceState) -> CenterApp {
        var app = CenterApp(identifier: identifier)
        app.authorization.status = user.anyVisibleNotificationsEnabled ? .authorized : .denied
        app.settings = AppSettings(user)
        return app
    }

    // MARK: Calls

    /// Does what an extension asks, or answers it.
    ///
    /// - Parameters:
    ///   - call: What it asks.
    ///   - user: What the user lets the app do.
    /// - Returns: The answer.
    /// - Throws: ``CenterRefusal`` for what is not allowed; nothing has changed then.
    package func answer(
        _ call: CenterCall,
        _ user: DeviceState
    ) throws(CenterRefusal) -> CenterReply {
        do {
            try fold()
            switch call {
            case .delivered, .removeDelivered: try prune()
            default: break
            }
            let reply = try center.perform { turn in
                var row = Self.row(app, user)
                row.badge = try turn.app(app).badge
                try turn.transaction.put(row)
                return try turn.answer(call, of: app)
            }
            switch call {
            case .add:
                try center.pump()
                try stepped()
            case .removePending, .removeDelivered, .setBadge: try stepped()
            case .pending, .delivered, .categories, .settings: break
            }
            return reply
        } catch {
            throw CenterRefusal(error)
        }
    }

    /// Replaces the app's categories.
    ///
    /// - Parameter categories: What ``CategorySet/check(_:)`` takes; others have no effect.
    package func setCategories(_ categories: [NotificationCategory]) {
        _ = try? center.perform { try $0.setCategories(categories, for: app) }
    }

    /// What the app has declared.
    package var categories: [NotificationCategory] {
        (try? center.read { try $0.transaction.categories(of: app).categories }) ?? []
    }

    /// Takes delivered notifications out; nil for all.
    package func removeDelivered(_ identifiers: [String]?) {
        try? fold()
        _ = try? center.perform { try $0.removeDelivered(identifiers, of: app) }
        try? stepped()
    }

    // MARK: What is shown

    /// Notes that a notification is shown; one of the same identifier is replaced.
    ///
    /// What has nothing to show sets the badge alone. The oldest go when there are too many, and one
    /// that is larger than the list is not kept at all.
    package func present(_ request: NotificationRequest, at date: Double) {
        let delivered = DeliveredNotification(date: date, request: request)
        let byteLimit = request.content.hasAlert ? delivered.plainByteLimit : 0
        // To write it out takes as long as to check what the extension has changed.
        let isListed =
            byteLimit <= Self.listByteLimit / JSONValue.escapeGrowth
            || delivered.document.serialized().count <= Self.listByteLimit
        shown.append(Shown(request: request, date: UnixTime(seconds: date), isListed: isListed))
        shownByteCount += isListed ? byteLimit : 0
        if shown.count >= Self.shownLimit || shownByteCount > Self.listByteLimit { try? fold() }
    }

    /// Puts what was shown into the centre.
    private func fold() throws {
        guard !shown.isEmpty else { return }
        let notifications = shown
        shown = []
        shownByteCount = 0
        try center.perform { turn in
            for one in notifications {
                try turn.noteShown(one.request, of: app, at: one.date, isListed: one.isListed)
            }
        }
        try prune()
    }

    private func stepped() throws {
        stepCount += 1
        if stepCount >= Self.shownLimit { try prune() }
    }

    /// Forgets what has ended, and the oldest of what is delivered past the limits.
    private func prune() throws {
        stepCount = 0
        while try center.perform({ try $0.prune() }) > 0 {}
    }

    // MARK: What there is

    /// What a centre has at one moment.
    package struct Contents: Equatable, Sendable {
        /// What is to be delivered later, oldest first.
        package var pending: [NotificationRequest] = []

        /// What was delivered and not removed, oldest first.
        package var delivered: [DeliveredNotification] = []

        /// What the app has declared.
        package var categories: [NotificationCategory] = []

        /// The number on the app's icon; 0 for none.
        package var badge = 0

        package init() {}
    }

    /// What it has now.
    package var contents: Contents {
        try? fold()
        try? prune()
        let contents = try? center.read { turn in
            var contents = Contents()
            contents.pending = try turn.transaction.requests(of: app).map(\.request)
            contents.delivered = try turn.delivered(of: app).map(\.notification)
            contents.categories = try turn.transaction.categories(of: app).categories
            contents.badge = try turn.app(app).badge
            return contents
        }
        return contents ?? Contents()
    }

    /// The stored files that its notifications show.
    package var ownedFiles: Set<String> {
        try? fold()
        return (try? center.read { try $0.transaction.ownedFiles() }) ?? []
    }

    /// Runs nothing: the centre asks it about extensions, and the app's row names none.
    private final class NoEngine: ExtensionEngine {
        func begin(_ work: ExtensionWork) {}
    }
}
