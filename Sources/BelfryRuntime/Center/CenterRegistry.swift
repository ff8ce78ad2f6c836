// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryWire
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

    /// The category of a notification, where its app has declared it.
    func category(of content: NotificationContent, in app: HostedApp) -> NotificationCategory? {
        self[app].categories.first { $0.identifier == content.categoryIdentifier }
    }

    /// Takes delivered notifications out of an app's centre; nil for all.
    func removeDelivered(_ identifiers: [String]?, of app: HostedApp) {
        _ = centers[app]?.removeDelivered(identifiers)
    }

    /// Notes that a notification is shown.
    func present(
        _ content: NotificationContent,
        of request: RunRequest,
        in app: HostedApp,
        at date: Double = unixTime
    ) {
        let request = NotificationRequest(
            identifier: request.identifier,
            content: content,
            trigger: request.trigger
        )
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

    // MARK: Questions

    /// Does what an extension wants done, or answers what it asks.
    ///
    /// - Parameters:
    ///   - question: What it asks.
    ///   - app: Its app.
    ///   - device: What the user allows.
    ///   - activity: Where the run keeps what it did.
    /// - Returns: The answer's document.
    /// - Throws: ``CenterRefusal`` for what is not allowed or cannot be understood.
    func answer(
        _ question: CenterQuestion.Kind,
        of app: HostedApp,
        _ device: DeviceState,
        _ activity: inout CenterActivity
    ) throws(CenterRefusal) -> [UInt8] {
        switch question {
        case .add(let document): try add(document, to: app, device, &activity)
        case .pending: return self[app].pending.array
        case .delivered: return self[app].delivered.array
        case .removePending(let document):
            let identifiers = try Self.identifiers(in: document)
            activity.notePendingRemoval(centers[app]?.removePending(identifiers) ?? [])
        case .removeDelivered(let document):
            let identifiers = try Self.identifiers(in: document)
            activity.noteDeliveredRemoval(centers[app]?.removeDelivered(identifiers) ?? [])
        case .categories:
            let categories = activity.categories ?? self[app].categories
            return categories.map { $0.document.serialized() }.jsonArray
        case .setCategories(let document):
            activity.categories = try AppCenter.categories(in: document)
        case .setBadge(let count):
            try Self.checkPermission(device)
            try centers[app, default: AppCenter()].setBadge(Int(count))
            activity.badge = Int(count)
        case .settings: return CenterSettings.document(for: device)
        }
        return []
    }

    private func add(
        _ document: [UInt8],
        to app: HostedApp,
        _ device: DeviceState,
        _ activity: inout CenterActivity
    ) throws(CenterRefusal) {
        try Self.checkPermission(device)
        let request: NotificationRequest
        do throws(CenterDocumentError) {
            request = try NotificationRequest(document: document)
        } catch {
            throw CenterRefusal(error)
        }
        try centers[app, default: AppCenter()].add(request, at: Self.unixTime)
        activity.noteAddition(request)
    }

    private static func checkPermission(_ device: DeviceState) throws(CenterRefusal) {
        guard device.anyVisibleNotificationsEnabled else {
            throw CenterRefusal(
                .notificationsNotAllowed,
                "the user does not let the app notify; ask notificationSettings first"
            )
        }
    }

    /// Reads identifiers; nil for the empty document, which means all.
    private static func identifiers(in document: [UInt8]) throws(CenterRefusal) -> [String]? {
        guard !document.isEmpty else { return nil }
        do throws(CenterDocumentError) {
            return try NotificationRequest.identifiers(document: document)
        } catch {
            throw CenterRefusal(error)
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

extension RunRequest {
    /// What a delivered notification says it came by.
    fileprivate var trigger: NotificationTrigger? {
        switch source {
        case .remote: .push
        case .local: nil
        }
    }
}
