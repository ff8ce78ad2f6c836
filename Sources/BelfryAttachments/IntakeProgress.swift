// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Synchronization

/// What has come of a content's attachments so far, for whoever waits no longer than a time.
///
/// Files are copied on another thread, and a disk may keep that for as long as it likes. What has
/// come by the end of the time is what is delivered; the rest is late.
package final class IntakeProgress: Sendable {
    private struct State {
        var results: [Result<StoredAttachment, AttachmentError>] = []
        var removal = StoreRemoval()
        var isClosed = false
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    package init() {}

    /// Whether nobody waits any more.
    package var isClosed: Bool { state.withLock(\.isClosed) }

    /// Adds what came of the next attachment.
    ///
    /// - Parameters:
    ///   - result: What came of it.
    ///   - removal: What went from the store to make room for it.
    /// - Returns: Whether it came in time.
    @discardableResult
    package func add(
        _ result: Result<StoredAttachment, AttachmentError>,
        _ removal: StoreRemoval
    ) -> Bool {
        state.withLock { state in
            guard !state.isClosed else { return false }
            state.results.append(result)
            state.removal.paths += removal.paths
            state.removal.byteCount += removal.byteCount
            return true
        }
    }

    /// Lets whoever waits go on: all has come, or the time is over.
    package func close() {
        let waiter = state.withLock { state in
            state.isClosed = true
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume()
    }

    /// Waits until it is closed.
    ///
    /// - Returns: What has come by then, and what went from the store.
    package func results() async -> ([Result<StoredAttachment, AttachmentError>], StoreRemoval) {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if !state.isClosed { state.waiter = continuation }
                return state.isClosed
            }
            if isOver { continuation.resume() }
        }
        return state.withLock { ($0.results, $0.removal) }
    }
}
