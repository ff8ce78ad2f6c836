// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryDrawing
internal import BelfryModel
internal import BelfryRuntime

extension ScriptRunner {
    /// Waits for something to be so.
    ///
    /// - Parameters:
    ///   - wait: For what.
    ///   - seconds: How long at most.
    /// - Returns: The notification then.
    /// - Throws: ``ScriptFailure`` when it did not come to be so.
    func wait(_ wait: ContentScript.Wait, _ seconds: Double) async throws -> ContentSnapshot {
        let stage = stage
        if case .time = wait {
            try await Task.sleep(for: .seconds(seconds))
            return await stage.snapshot()
        }
        if case .settled = wait { return try await rest(within: seconds) }
        let awaited = await Self.within(seconds) {
            for await snapshot in await stage.snapshots() where wait.isMet(by: snapshot) {
                return snapshot
            }
            // The notification was closed; its last state counts.
            let last = await stage.snapshot()
            return wait.isMet(by: last) ? last : nil
        }
        if let awaited { return awaited }
        let snapshot = await stage.snapshot()
        throw ScriptFailure(expected: "\(wait.sentence) within \(seconds.plain) s", found: snapshot)
    }

    /// Waits until the extension does nothing and waits for nothing.
    private func rest(within seconds: Double) async throws -> ContentSnapshot {
        let stage = stage
        // It ends by itself in its time; the second is for a stage that does not.
        let rest = await Self.within(seconds + 1) { await stage.rested(within: .seconds(seconds)) }
        let sentence = "\(ContentScript.Wait.settled.sentence) within \(seconds.plain) s"
        guard let rest else {
            throw ScriptFailure(expected: sentence, found: await stage.snapshot())
        }
        guard rest.pending.isEmpty else {
            throw ScriptFailure(
                "expected \(sentence), which waited for \(rest.pending.joined(separator: "; "))"
            )
        }
        return rest.snapshot
    }

    /// Gives what work gives, or nil when that takes too long: then it is waited for no more, even if
    /// it cannot be cancelled.
    private static func within<Outcome: Sendable>(
        _ seconds: Double,
        _ work: @escaping @Sendable () async -> Outcome?
    ) async -> Outcome? {
        let (outcomes, outcome) = AsyncStream.makeStream(of: Outcome?.self)
        let tasks = [
            Task { _ = outcome.yield(await work()) },
            Task {
                try? await Task.sleep(for: .seconds(seconds))
                outcome.yield(nil)
            },
        ]
        defer { tasks.forEach { $0.cancel() } }
        for await first in outcomes { return first }
        return nil
    }
}

extension ContentScript.Wait {
    /// Whether it need not be waited for any more.
    func isMet(by snapshot: ContentSnapshot) -> Bool {
        switch self {
        case .answered: !["loading", "answering"].contains(snapshot.phase.word)
        case .closed: snapshot.phase == .closed
        case .settled, .time: true
        case .label(let text): snapshot.shows(text)
        }
    }

    fileprivate var sentence: String {
        switch self {
        case .answered: "that the response is answered"
        case .closed: "that the notification is closed"
        case .settled: "that the extension is at rest"
        case .label(let text): "a label \(text.quoted)"
        case .time: "that the time has passed"
        }
    }
}
