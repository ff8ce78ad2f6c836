// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryEgress
internal import BelfrySystem

/// Waiting for an extension to be at nothing at all.
///
/// After a callback an extension may wait for a download and then show what came of it. The host sees
/// its connections, and of its process whether a thread has run: with nothing to wait for and no thread
/// that ran between two looks, what is shown stays so until the user or a timer does something.
extension DrawingSession {
    /// Waits until no callback, picture or download is under way and no thread of the extension runs.
    ///
    /// - Parameter limit: How long at most.
    /// - Returns: What was still waited for when the time was over; empty where nothing was.
    func rest(within limit: Duration) async -> [String] {
        let end = now + limit
        var last: Look?
        while true {
            let look = await look()
            if look.isFinal || (look == last && look.isAtRest) { return [] }
            guard now < end, !Task.isCancelled else { return look.sentences }
            last = look
            await pause()
        }
    }

    /// What is seen of an extension at one moment.
    private struct Look: Equatable {
        /// Whether it was closed or has failed, and so draws no more.
        var isFinal = false
        var revision: UInt64 = 0
        var pending: [String] = []

        /// Nil where a thread runs.
        var stillness: Stillness?

        var isAtRest: Bool { pending.isEmpty && stillness != nil }

        var sentences: [String] {
            pending.isEmpty ? ["its threads, which still compute"] : pending
        }
    }

    private func look() async -> Look {
        let transfers = await run.worker?.network?.transfersUnderWay() ?? []
        // Read before its words are, so that none is said between the two.
        let stillness = run.worker?.readings?.stillness
        run.worker?.listen()
        publish()
        var pending: [String] = []
        switch machine.state {
        case .loading: pending.append("the extension to be loaded")
        case .open: pending += callbackUnderWay + pictureUnderWay + transfers.map(Self.sentence)
        case .failed, .closed: return Look(isFinal: true)
        }
        return Look(revision: scene.snapshot.revision, pending: pending, stillness: stillness)
    }

    private var callbackUnderWay: [String] {
        if let callback = machine.current { return ["\(callback.name) to return"] }
        return machine.isSettled ? [] : ["a callback to begin"]
    }

    private var pictureUnderWay: [String] {
        loads.isDone(upTo: loads.lastNumber) ? [] : ["a picture to be read"]
    }

    private static func sentence(_ transfer: EgressTransfer) -> String {
        guard let origin = transfer.origin else { return "a connection to send its request" }
        return "a download from \(origin), \(transfer.byteCount) bytes so far"
    }

    private func pause() async {
        await withCheckedContinuation { continuation in
            _ = run.context.clock.call(at: now + Self.lookInterval) { continuation.resume() }
        }
    }

    /// How long it is between two looks.
    private static let lookInterval = Duration.milliseconds(20)
}
