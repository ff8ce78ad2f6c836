// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

/// What extensions ask of their app's part of the centre.
extension Turn {
    /// Does what an extension asks, or answers it.
    ///
    /// - Parameters:
    ///   - call: What it asks.
    ///   - app: Its app.
    /// - Returns: The answer.
    /// - Throws: ``CenterError`` for what is not allowed; nothing has changed then.
    package mutating func answer(_ call: CenterCall, of app: String) throws -> CenterReply {
        switch call {
        case .add(let request): try add([request], for: app, isFromExtension: true)
        case .pending:
            let requests = try transaction.requests(of: app).map(\.request)
            return CenterReply(list: requests.map { $0.document.serialized() })
        case .delivered:
            let delivered = try delivered(of: app).map(\.notification)
            return CenterReply(list: delivered.map { $0.document.serialized() })
        case .removePending(let identifiers):
            return CenterReply(removed: try removePending(identifiers, of: app))
        case .removeDelivered(let identifiers):
            return CenterReply(removed: try removeDelivered(identifiers, of: app))
        case .categories:
            let categories = try transaction.categories(of: app).categories
            return CenterReply(list: categories.map { $0.document.serialized() })
        case .setBadge(let count): try setBadge(count, askedBy: app)
        case .settings:
            return CenterReply(NotificationSettings(try self.app(app), at: now).document)
        }
        return CenterReply()
    }
}
