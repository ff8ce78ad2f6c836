// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryModel
internal import BelfryRuntime
internal import Synchronization

/// What the extension of one run can do with the centre: as its app, and with nothing of another's.
///
/// Each change is committed before the extension is told of it.
final class CenterAccess: ExtensionCenter {
    let categories: [NotificationCategory]

    private let service: CenterService
    private let app: String

    /// Files of outcomes that are on their way to the centre.
    private let unsettledFiles: @Sendable () -> Set<String>
    private let chosen = Mutex<[NotificationCategory]?>(nil)

    init(
        _ service: CenterService,
        for work: ExtensionWork,
        unsettledFiles: @escaping @Sendable () -> Set<String>
    ) {
        self.service = service
        app = work.app
        categories = work.categories
        self.unsettledFiles = unsettledFiles
    }

    /// The categories that the extension has set; nil where it has set none.
    var chosenCategories: [NotificationCategory]? { chosen.withLock(\.self) }

    func setCategories(_ categories: [NotificationCategory]) {
        chosen.withLock { $0 = categories }
    }

    func answer(
        _ call: CenterCall,
        _ reply: @escaping @Sendable (Result<CenterReply, CenterRefusal>) -> Void
    ) {
        service.submit { [app] turn in
            try turn.answer(call, of: app)
        } done: { result in
            reply(result.mapError(CenterRefusal.init(_:)))
        }
    }

    func ownedFiles() async -> Set<String>? {
        // Those on their way are read first: what is committed in between is in one of both.
        let unsettled = unsettledFiles()
        let owned = try? await service.perform { try Set($0.transaction.ownedFiles()) }
        return owned?.union(unsettled)
    }
}

extension Turn {
    /// Does what an extension asks of its app's part of the centre.
    fileprivate mutating func answer(_ call: CenterCall, of app: String) throws -> CenterReply {
        switch call {
        case .add(let request):
            try Self.checkFiles(of: request)
            try add([request], for: app, isFromExtension: true)
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
        case .settings: return CenterReply(NotificationSettings(try self.app(app)).document)
        }
        return CenterReply()
    }

    /// Refuses files: an extension names paths of its own world, which are not the centre's.
    private static func checkFiles(of request: NotificationRequest) throws(CenterRefusal) {
        guard !request.content.attachments.isEmpty else { return }
        throw CenterRefusal(
            .attachmentInvalidURL,
            "request \(request.identifier.quoted) has attachments, which an extension can give only "
                + "to the notification that it was called for; leave them out"
        )
    }
}

extension CenterRefusal {
    fileprivate init(_ error: any Error) {
        switch error {
        case let refusal as CenterRefusal: self = refusal
        case let error as CenterError: self.init(error)
        default: self.init(unavailable: "the centre cannot do it now: \(error)")
        }
    }

    private init(_ error: CenterError) {
        switch error.code {
        case .notAllowed: self.init(.notificationsNotAllowed, error.message)
        case .noDate: self.init(.notificationInvalidNoDate, error.message)
        case .noContent: self.init(.notificationInvalidNoContent, error.message)
        case .attachment: self.init(.attachmentInvalidURL, error.message)
        case .invalidBadge: self.init(.badgeInputInvalid, error.message)
        case .limit: self.init(limit: error.message)
        default: self.init(unavailable: error.message)
        }
    }
}
