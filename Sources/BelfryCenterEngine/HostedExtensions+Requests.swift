// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryAttachments
package import BelfryCenter
package import BelfryModel
internal import BelfryRuntime

/// Local requests and pushes with files.
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
        try await adding(requests, of: app) { turn, copies in try turn.add(copies, for: app) }
    }

    /// Takes a push with a copy of a file that it shows unless its extension attaches another one.
    ///
    /// - Parameters:
    ///   - push: What came.
    ///   - file: The file, which may go as soon as this returns; it is read with this process's rights.
    /// - Returns: What became of the push.
    /// - Throws: ``CenterError``, with ``CenterError/Code/attachment`` for a file that cannot be taken;
    ///   the push was not accepted then.
    package func accept(
        _ push: PushArrival,
        with file: NotificationAttachment
    ) async throws -> Acceptance {
        _ = try await service.perform { try $0.app(push.app) }
        let request = NotificationRequest(
            identifier: push.identifier,
            content: NotificationContent(attachments: [file])
        )
        return try await adding([request], of: push.app) { turn, copies in
            var push = push
            push.attachments = copies.flatMap(\.content.attachments)
            return try turn.accept(push)
        }
    }

    /// Commits something that shows copies of files.
    ///
    /// - Parameters:
    ///   - requests: What shows the files.
    ///   - app: The app.
    ///   - body: Takes the requests, which show the copies.
    /// - Returns: What it returns.
    /// - Throws: ``CenterError``; the copies are gone then.
    private func adding<Result: Sendable>(
        _ requests: [NotificationRequest],
        of app: String,
        _ body: @escaping @Sendable (inout Turn, [NotificationRequest]) throws -> Result
    ) async throws -> Result {
        var use = StoreUse()
        use.owner = app
        use.referenced = try await referencedFiles()
        let copied = await copies.copy(requests, to: host.store, for: use) { [self] paths in
            Task { await free(copies: paths) }
        }
        do {
            let requests = try copied.requests.get()
            let result = try await service.perform { try body(&$0, requests) }
            host.store.unpin(copied.paths)
            return result
        } catch {
            await free(copies: copied.paths)
            throw error
        }
    }

    /// Frees copies that nothing shows.
    private func free(copies paths: [String]) async {
        host.store.unpin(paths)
        try? await service.perform { try $0.free(paths) }
    }

    /// Files that must not go to make room: those that something owns or is about to own.
    private func referencedFiles() async throws -> Set<String> {
        // Those on their way are read first: what is committed in between is in one of both.
        let unsettled = unsettledFiles
        return try await service.perform { try $0.transaction.ownedFiles() }.union(unsettled)
    }
}
