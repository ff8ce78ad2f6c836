// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

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
        let awaited = await Self.within(seconds) {
            if case .settled = wait { return await stage.settled() }
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

    /// Gives what work gives, or nil when that takes too long: then it is waited for no more, even if
    /// it cannot be cancelled.
    private static func within(
        _ seconds: Double,
        _ work: @escaping @Sendable () async -> ContentSnapshot?
    ) async -> ContentSnapshot? {
        let (outcomes, outcome) = AsyncStream.makeStream(of: ContentSnapshot?.self)
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
        case .settled: "that the extension is done"
        case .label(let text): "a label \(text.quoted)"
        case .time: "that the time has passed"
        }
    }
}
