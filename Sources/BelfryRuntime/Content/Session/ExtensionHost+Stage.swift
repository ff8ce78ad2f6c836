// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryWire

/// A session as those see it who draw it.
extension ExtensionHost {
    func snapshot(ofSession number: UInt64) -> ContentSnapshot {
        guard let session = sessions[number] else { preconditionFailure("a session that is gone") }
        publish(session)
        return session.snapshot
    }

    func snapshots(ofSession number: UInt64) -> AsyncStream<ContentSnapshot> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: ContentSnapshot.self,
            bufferingPolicy: .bufferingNewest(1)
        )
        guard let session = sessions[number] else { preconditionFailure("a session that is gone") }
        publish(session)
        continuation.yield(session.snapshot)
        guard session.machine.state != .closed else {
            continuation.finish()
            return stream
        }
        let subscriber = makeNumber()
        session.subscribers[subscriber] = continuation
        continuation.onTermination = { [weak self] _ in
            guard let self else { return }
            Task { await self.unsubscribe(subscriber, fromSession: number) }
        }
        return stream
    }

    private func unsubscribe(_ subscriber: UInt64, fromSession number: UInt64) {
        sessions[number]?.subscribers[subscriber] = nil
    }

    /// Waits until the extension is at nothing that it was called for.
    func settle(session number: UInt64) async {
        guard let session = sessions[number] else { return }
        publish(session)
        await withCheckedContinuation {
            session.settleWaiters.append(SettleWaiter(continuation: $0))
            resumeSettled(session)
        }
    }

    func picture(
        _ name: String,
        ofSession number: UInt64
    ) -> (bytes: [UInt8], mediaType: String)? {
        sessions[number]?.shelf[name].map { ($0.bytes, $0.mediaType) }
    }

    /// Hands on what there is to draw, where it is not what it was.
    func publish(_ session: SessionRecord) {
        defer { resumeSettled(session) }
        guard session.isDirty else { return }
        session.isDirty = false
        session.snapshot.revision += 1
        session.activity.noteSnapshot()
        session.measure()
        let views = session.snapshot.tree.nodes
        let responder = session.firstResponder.map { $0.view == 0 ? ViewTree.root : $0.view }
        session.snapshot.firstResponder = responder.flatMap { views[$0]?.number }
        session.snapshot.accessory = (session.firstResponder?.accessory).flatMap {
            views[$0]?.number
        }
        switch session.machine.state {
        case .loading: session.snapshot.phase = .loading
        case .failed: break
        case .closed: session.snapshot.phase = .closed
        case .open:
            let asked = session.machine.unanswered.last
            session.snapshot.phase =
                asked.map { .answering(action: $0.action) }
                ?? (session.hasDrawn ? .open : .loading)
        }
        for subscriber in session.subscribers.values { subscriber.yield(session.snapshot) }
        guard session.machine.state == .closed else { return }
        for subscriber in session.subscribers.values { subscriber.finish() }
        session.subscribers = [:]
    }

    private func resumeSettled(_ session: SessionRecord) {
        guard session.machine.isSettled, !session.settleWaiters.isEmpty else { return }
        var waiting: [SettleWaiter] = []
        for var waiter in session.settleWaiters {
            let picture = waiter.picture ?? session.loads.lastNumber
            if session.loads.isDone(upTo: picture) {
                waiter.continuation.resume()
            } else {
                waiter.picture = picture
                waiting.append(waiter)
            }
        }
        session.settleWaiters = waiting
    }
}
