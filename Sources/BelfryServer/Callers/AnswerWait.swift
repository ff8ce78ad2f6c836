// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Hummingbird
internal import Synchronization

/// Apps' processes that wait for the user's answer.
///
/// Each waits for a while, then is told that there is no answer yet and asks again; so that neither a
/// process that is gone nor one that asks without end takes every place.
struct AnswerWait: Sendable {
    /// Tells of changes of the log, and gives signs of life.
    let feed: EventFeed

    private let waiting = Counts()

    init(_ feed: EventFeed) {
        self.feed = feed
    }

    /// How long one waits at most, give or take a sign of life of the feed's.
    private static let patience = Duration.seconds(20)

    /// Most that wait of one app.
    static let appLimit = 4

    /// Waits until there is an answer.
    ///
    /// - Parameters:
    ///   - app: Who waits.
    ///   - look: Looks for the answer.
    /// - Returns: The answer; nil where there is none yet.
    /// - Throws: What `look` throws, and ``APIError`` where too many wait.
    func wait(
        for app: String,
        _ look: () async throws -> Bool?
    ) async throws -> Bool? {
        if let answer = try await look() { return answer }
        guard waiting.enter(app) else {
            throw APIError(
                .tooManyRequests,
                "limit",
                "\(Self.appLimit) calls of \(app) wait for the user's answer already"
            )
        }
        defer { waiting.leave(app) }
        guard let subscription = feed.subscribe() else {
            throw APIError(.serviceUnavailable, "full", "too many apps wait; try again later")
        }
        let start = ContinuousClock.now
        for await _ in subscription.signals {
            if let answer = try await look() { return answer }
            if ContinuousClock.now - start >= Self.patience { return nil }
        }
        return nil
    }

    /// How many wait, by app.
    private final class Counts: Sendable {
        private let counts = Mutex<[String: Int]>([:])

        func enter(_ app: String) -> Bool {
            counts.withLock { counts in
                guard counts[app, default: 0] < AnswerWait.appLimit else { return false }
                counts[app, default: 0] += 1
                return true
            }
        }

        func leave(_ app: String) {
            counts.withLock { counts in
                counts[app, default: 0] -= 1
                if counts[app] == 0 { counts[app] = nil }
            }
        }
    }
}
