// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryWire

/// A session as those see it who draw it.
extension DrawingSession {
    /// What there is to draw now.
    func currentSnapshot() -> ContentSnapshot {
        publish()
        return scene.snapshot
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
        continuation.yield(scene.snapshot)
        guard machine.state != .closed else {
            continuation.finish()
            return stream
        }
        audience.add(continuation, as: subscriber)
        continuation.onTermination = { _ in unsubscribe() }
        return stream
    }

    /// Forgets a reader.
    func unsubscribe(_ subscriber: UInt64) {
        audience.remove(subscriber)
    }

    /// Waits until the extension is at nothing that it was called for.
    func settle() async {
        publish()
        await withCheckedContinuation {
            audience.add($0)
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
        guard scene.update(machine) else { return }
        activity.noteSnapshot()
        audience.show(scene.snapshot)
        if machine.state == .closed { audience.finish() }
    }

    private func resumeSettled() {
        if machine.isSettled { audience.resume(after: loads) }
    }
}
