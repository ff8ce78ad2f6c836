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

    /// What the extension has changed of the app's categories; nil where it has set none.
    var categoryChange: CategoryChange? {
        chosen.withLock(\.self).map { CategoryChange(from: categories, to: $0) }
    }

    func setCategories(_ categories: [NotificationCategory]) {
        chosen.withLock { $0 = categories }
    }

    func answer(
        _ call: CenterCall,
        _ reply: @escaping @Sendable (Result<CenterReply, CenterRefusal>) -> Void
    ) {
        service.submit { [app] turn in
            if case .add(let request) = call { try Self.checkFiles(of: request) }
            return try turn.answer(call, of: app)
        } done: { result in
            reply(result.mapError(CenterRefusal.init(_:)))
        }
    }

    /// Refuses files: an extension names paths of its own world, which are not the centre's.
    private static func checkFiles(of request: NotificationRequest) throws {
        guard !request.content.attachments.isEmpty else { return }
        throw CenterError(
            .attachment,
            "request \(request.identifier.quoted) has attachments, which an extension can give only "
                + "to the notification that it was called for; leave them out"
        )
    }

    func ownedFiles() async -> Set<String>? {
        // Those on their way are read first: what is committed in between is in one of both.
        let unsettled = unsettledFiles()
        let owned = try? await service.perform { try Set($0.transaction.ownedFiles()) }
        return owned?.union(unsettled)
    }
}
