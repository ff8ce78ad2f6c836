// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import Foundation

/// The notification centres of the apps whose extensions run here.
///
/// It belongs to the host's thread.
final class CenterRegistry {
    private var centers: [HostedApp: AppCenter] = [:]

    /// The centre of an app; an empty one of an app that is not known.
    subscript(app: HostedApp) -> AppCenter { centers[app] ?? AppCenter() }

    /// Forgets an app's centre.
    func forget(_ app: HostedApp) {
        centers[app] = nil
    }

    /// Replaces the categories of an app.
    func setCategories(_ categories: [NotificationCategory], of app: HostedApp) {
        centers[app, default: AppCenter()].setCategories(categories)
    }

    /// Takes delivered notifications out of an app's centre; nil for all.
    func removeDelivered(_ identifiers: [String]?, of app: HostedApp) {
        _ = centers[app]?.removeDelivered(identifiers)
    }

    /// Notes that a notification is shown.
    func present(_ request: NotificationRequest, in app: HostedApp, at date: Double) {
        centers[app, default: AppCenter()].deliver(request, at: date)
    }

    /// The stored files that notifications of the centres show, or are going to.
    var referencedAttachments: Set<String> {
        var paths: Set<String> = []
        for center in centers.values {
            let requests =
                center.delivered.entries.map(\.element.request)
                + center.pending.entries.map(\.element)
            for request in requests { paths.formUnion(request.content.attachments.map(\.url)) }
        }
        return paths
    }

    static var unixTime: Double { Date().timeIntervalSince1970 }

    // MARK: Calls

    /// Does what an extension wants done, or answers what it asks.
    ///
    /// - Parameters:
    ///   - call: What it asks.
    ///   - app: Its app.
    ///   - device: What the user allows.
    /// - Returns: The answer.
    /// - Throws: ``CenterRefusal`` for what is not allowed.
    func answer(
        _ call: CenterCall,
        of app: HostedApp,
        _ device: DeviceState
    ) throws(CenterRefusal) -> CenterReply {
        switch call {
        case .add(let request):
            try Self.checkPermission(device)
            try centers[app, default: AppCenter()].add(request, at: Self.unixTime)
        case .pending: return CenterReply(self[app].pending.array)
        case .delivered: return CenterReply(self[app].delivered.array)
        case .removePending(let identifiers):
            return CenterReply(removed: centers[app]?.removePending(identifiers) ?? [])
        case .removeDelivered(let identifiers):
            return CenterReply(removed: centers[app]?.removeDelivered(identifiers) ?? [])
        case .categories:
            return CenterReply(self[app].categories.map { $0.document.serialized() }.jsonArray)
        case .setBadge(let count):
            try Self.checkPermission(device)
            try centers[app, default: AppCenter()].setBadge(count)
        case .settings: return CenterReply(NotificationSettings(device).document)
        }
        return CenterReply()
    }

    private static func checkPermission(_ device: DeviceState) throws(CenterRefusal) {
        guard device.anyVisibleNotificationsEnabled else {
            throw CenterRefusal(
                .notificationsNotAllowed,
                "the user does not let the app notify; ask notificationSettings first"
            )
        }
    }
}

extension Verdict {
    /// Whether it is the extension's own doing, so that the categories it has set go with it.
    var appliesCategories: Bool {
        switch self {
        case .delivered, .dropped: true
        case .fallback, .rejected, .notCalled: false
        }
    }
}
