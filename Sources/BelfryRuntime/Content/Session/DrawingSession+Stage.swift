// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryWire

/// A session as those see it who draw it.
extension DrawingSession {
    /// What there is to draw now.
    func currentSnapshot() -> ContentSnapshot {
        publish()
        return snapshot
    }

    /// What there is to draw from now on, the newest for a reader that is slow.
    ///
    /// - Parameters:
    ///   - subscriber: The reader's number.
    ///   - unsubscribe: Called on any thread when the reader reads no more.
    /// - Returns: The snapshots; they end as the notification is closed.
    func snapshots(
        for subscriber: UInt64,
        unsubscribe: @escaping @Sendable () -> Void
    ) -> AsyncStream<ContentSnapshot> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: ContentSnapshot.self,
            bufferingPolicy: .bufferingNewest(1)
        )
        publish()
        continuation.yield(snapshot)
        guard machine.state != .closed else {
            continuation.finish()
            return stream
        }
        subscribers[subscriber] = continuation
        continuation.onTermination = { _ in unsubscribe() }
        return stream
    }

    /// Forgets a reader.
    func unsubscribe(_ subscriber: UInt64) {
        subscribers[subscriber] = nil
    }

    /// Waits until the extension is at nothing that it was called for.
    func settle() async {
        publish()
        await withCheckedContinuation {
            settleWaiters.append(SettleWaiter(continuation: $0))
            resumeSettled()
        }
    }

    /// A picture that a view shows, and its media type.
    func picture(_ name: String) -> (bytes: [UInt8], mediaType: String)? {
        shelf[name].map { ($0.bytes, $0.mediaType) }
    }

    /// Hands on what there is to draw, where it is not what it was.
    func publish() {
        defer { resumeSettled() }
        guard isDirty else { return }
        isDirty = false
        snapshot.revision += 1
        activity.noteSnapshot()
        measure()
        let views = snapshot.tree.nodes
        let responder = firstResponder.map { $0.view == 0 ? ViewTree.root : $0.view }
        snapshot.firstResponder = responder.flatMap { views[$0]?.number }
        snapshot.accessory = (firstResponder?.accessory).flatMap {
            views[$0]?.number
        }
        switch machine.state {
        case .loading: snapshot.phase = .loading
        case .failed: break
        case .closed: snapshot.phase = .closed
        case .open:
            let asked = machine.unanswered.last
            snapshot.phase =
                asked.map { .answering(action: $0.action) }
                ?? (hasDrawn ? .open : .loading)
        }
        for subscriber in subscribers.values { subscriber.yield(snapshot) }
        guard machine.state == .closed else { return }
        for subscriber in subscribers.values { subscriber.finish() }
        subscribers = [:]
    }

    private func resumeSettled() {
        guard machine.isSettled, !settleWaiters.isEmpty else { return }
        var waiting: [SettleWaiter] = []
        for var waiter in settleWaiters {
            let picture = waiter.picture ?? loads.lastNumber
            if loads.isDone(upTo: picture) {
                waiter.continuation.resume()
            } else {
                waiter.picture = picture
                waiting.append(waiter)
            }
        }
        settleWaiters = waiting
    }
}
