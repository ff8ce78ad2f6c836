// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel
internal import NIOCore
internal import NIOHTTP1
internal import Synchronization

/// Follows the daemon's log: each event once, also when the daemon ends and another one begins.
package final class LogFollower: Sendable {
    private struct Progress {
        /// The last event that is known; nil while none is.
        var cursor: Int?
        var wasReached = false
        var isLost = false
        var isOver = false
    }

    private let client: CenterClient

    /// Whether it goes on with what comes, and waits for a daemon that has ended.
    private let follows: Bool

    /// How long it waits before it tries an ended daemon again.
    private let pause: Duration

    private let progress: Mutex<Progress>

    /// - Parameters:
    ///   - client: The daemon.
    ///   - cursor: The event after which it begins; nil for those from now on.
    ///   - follows: Whether it goes on with what comes; else it ends with what there is.
    ///   - pause: How long it waits before it tries a daemon that has ended again.
    package init(
        _ client: CenterClient,
        after cursor: Int?,
        follows: Bool,
        pause: Duration = .seconds(1)
    ) {
        self.client = client
        self.follows = follows
        self.pause = pause
        progress = Mutex(Progress(cursor: cursor))
    }

    /// Follows the log.
    ///
    /// - Parameters:
    ///   - lost: Is told, once for each time, that the daemon has ended.
    ///   - take: Is given each event; returns whether it wants another one.
    /// - Throws: ``ToolFailure`` where no daemon answers at first, and where what answers is none.
    package func run(
        lost: @Sendable () -> Void,
        _ take: @escaping @Sendable (JSONObject) -> Bool
    ) async throws {
        while !progress.withLock(\.isOver) {
            do {
                try await readOnce(take)
            } catch let failure as ToolFailure where !canPass(failure) {
                throw failure
            } catch {
                // The connection broke; what was read of it is known.
            }
            let state = progress.withLock(\.self)
            if state.isOver { return }
            guard follows, state.wasReached else { throw broken }
            if !state.isLost { lost() }
            progress.withLock { $0.isLost = true }
            try await Task.sleep(for: pause)
        }
    }

    /// Whether a daemon that was there may be there again later.
    private func canPass(_ failure: ToolFailure) -> Bool {
        let passes = [ExitStatus.unavailable, .temporary].contains(failure.status)
        return passes && follows && progress.withLock(\.wasReached)
    }

    private var broken: ToolFailure {
        ToolFailure("\(client.address.text): the log broke off; try again", .unavailable)
    }

    /// Reads the log over one connection, until that ends or enough is read.
    private func readOnce(_ take: @escaping @Sendable (JSONObject) -> Bool) async throws {
        let cursor = progress.withLock(\.cursor).map { String($0) }
        let request = CenterRequest("GET", ["events"], headers: ["Last-Event-ID": cursor])
        try await client.exchange(request, within: nil) { head, parts in
            guard head.status == .ok else {
                _ = try await CenterClient.answer(head, &parts, self.client.address)
                throw self.broken
            }
            self.progress.withLock {
                $0.wasReached = true
                $0.isLost = false
            }
            var reader = EventReader()
            while let part = try await parts.next(isolation: #isolation) {
                guard case .body(let buffer) = part else { return }
                for item in try reader.read(buffer.readableBytesView) {
                    try self.take(item, take)
                    if self.progress.withLock(\.isOver) { return }
                }
            }
        }
    }

    private func take(
        _ item: EventReader.Item,
        _ take: @Sendable (JSONObject) -> Bool
    ) throws(ToolFailure) {
        guard case .event(let event) = item else {
            // The daemon gives a sign of life once it has nothing more to tell.
            if !follows { progress.withLock { $0.isOver = true } }
            return
        }
        // Another log begins with numbers that are lower.
        let isNew = progress.withLock { progress in
            let isNew = event.kind == "reset" || (event.id ?? .max) > (progress.cursor ?? -1)
            if isNew { progress.cursor = event.id ?? progress.cursor }
            return isNew
        }
        guard isNew, let data = event.data else { return }
        guard var object = (try? JSONValue.parseWrapped(data))?.object else {
            throw ToolFailure(
                "\(client.address.text): an event of the log is no JSON object; what answers there "
                    + "is no belfryd",
                .badData
            )
        }
        // What the stream itself says is told by its kind alone.
        if object["kind"] == nil { object["kind"] = .string(event.kind) }
        if !take(object) { progress.withLock { $0.isOver = true } }
    }
}
