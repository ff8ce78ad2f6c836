// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryDesktop
internal import Synchronization

/// Notifications that no app has sent, which are shown one at a time and awaited.
extension DesktopOutlet {
    /// Waits a while for a server, which the bus may start.
    ///
    /// - Returns: The server.
    /// - Throws: ``BusFault`` that says why there is none.
    func awaitServer() async throws -> DesktopServer {
        if let server = state.withLock({ $0.server?.server }) { return server }
        let sample = beginSample(within: .seconds(5))
        defer { endSample(sample.tag) }
        bus.find()
        for await event in sample.answers {
            if case .found(let server, _) = event { return server }
        }
        throw BusFault(status.problem ?? "the notification server does not answer")
    }

    /// Shows a notification that no app has sent, and waits for the server's answer.
    ///
    /// - Parameters:
    ///   - notification: What is shown.
    ///   - replaced: The number of the sample that it takes the place of; 0 for none.
    /// - Returns: The server's number of it.
    /// - Throws: ``BusFault`` with what the server says, or that there is none.
    func showSample(
        _ notification: DesktopNotification,
        replacing replaced: UInt32 = 0
    ) async throws -> UInt32 {
        let sample = beginSample(within: .seconds(10))
        defer { endSample(sample.tag) }
        guard let server = state.withLock({ $0.server }) else {
            throw BusFault(status.problem ?? "the notification server is looked for")
        }
        let call = NotifyCall(notification, for: server.server, replacing: replaced)
        bus.show(call, tag: sample.tag, on: server.identity)
        for await event in sample.answers {
            switch event {
            case .shown(_, let number): return number
            case .refused(_, let fault, _): throw fault
            default: continue
            }
        }
        throw BusFault("the notification server does not answer")
    }

    /// What is asked for under a tag of its own, and what is said about it.
    private struct Sample {
        let tag: Int
        let answers: AsyncStream<DesktopEvent>
    }

    /// Begins to listen for what is said about something, for so long.
    private func beginSample(within patience: Duration) -> Sample {
        let (answers, continuation) = AsyncStream.makeStream(of: DesktopEvent.self)
        let tag = state.withLock { state in
            state.lastSample -= 1
            state.samples[state.lastSample] = continuation
            return state.lastSample
        }
        Task { [self] in
            try? await Task.sleep(for: patience)
            endSample(tag)
        }
        return Sample(tag: tag, answers: answers)
    }

    private func endSample(_ tag: Int) {
        let sample = state.withLock { $0.samples.removeValue(forKey: tag) }
        sample?.finish()
    }

    func answerSample(_ tag: Int, _ event: DesktopEvent) {
        _ = state.withLock { $0.samples[tag]?.yield(event) }
    }
}
