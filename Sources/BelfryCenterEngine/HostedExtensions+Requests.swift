// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryAttachments
internal import BelfryCenter
package import BelfryModel
internal import BelfryRuntime

/// Local requests with files.
extension HostedExtensions {
    /// Adds requests of an app, all of them or none, with copies of the files that they show.
    ///
    /// The copies are in the engine's store, and on the disk, before the requests are committed: the
    /// files themselves may go as soon as this returns. They are read with this process's rights.
    ///
    /// - Parameters:
    ///   - requests: What the app made.
    ///   - app: The app.
    /// - Throws: ``CenterError``, with ``CenterError/Code/attachment`` for a file that cannot be
    ///   taken; nothing was added then.
    package func add(_ requests: [NotificationRequest], for app: String) async throws {
        guard requests.contains(where: { !$0.content.attachments.isEmpty }) else {
            return try await service.perform { try $0.add(requests, for: app) }
        }
        // What would be refused anyway copies nothing.
        try await service.perform { try $0.check(requests, for: app) }
        var use = StoreUse()
        use.owner = app
        use.referenced = try await referencedFiles()
        let (copies, paths) = await Self.copy(requests, to: host.store, for: use)
        do {
            let copies = try copies.get()
            try await service.perform { try $0.add(copies, for: app) }
            host.store.unpin(paths)
        } catch {
            host.store.unpin(paths)
            try? await service.perform { try $0.free(paths) }
            throw error
        }
    }

    /// Files that must not go to make room: those that something owns or is about to own.
    private func referencedFiles() async throws -> Set<String> {
        // Those on their way are read first: what is committed in between is in one of both.
        let unsettled = unsettledFiles
        return try await service.perform { try $0.transaction.ownedFiles() }.union(unsettled)
    }

    /// Copies the files of requests into a store, on a thread that may wait for the disk.
    ///
    /// - Returns: The requests, which show the copies; and the copies, also where one has failed.
    @concurrent
    private static func copy(
        _ requests: [NotificationRequest],
        to store: AttachmentStore,
        for use: StoreUse
    ) async -> (copies: Result<[NotificationRequest], any Error>, paths: [String]) {
        var files = RequestFiles(store: store, use: use)
        let copies = Result { try requests.map { try files.copy($0) } }
        return (copies, files.paths)
    }
}
