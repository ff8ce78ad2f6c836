// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import Synchronization

/// What the log has after an event: one event at least.
struct LogNews: Sendable {
    /// The event before the first.
    let after: Int
    let events: [CenterEvent]

    /// The last event.
    var last: Int { events.last?.cursor ?? after }
}

/// Reads what is new in the log, once for all who want to know; on the centre's thread.
final class LogReader: Sendable {
    private let cursor = Mutex<Int?>(nil)

    /// What is new since the last call; nil for nothing, and for the first call.
    ///
    /// A log that cannot be read now is read by the next call.
    func news(of center: Center) -> LogNews? {
        let seen = cursor.withLock(\.self)
        let news = try? center.read { turn in
            guard let seen else {
                return LogNews(after: try turn.transaction.lastCursor(), events: [])
            }
            return LogNews(
                after: seen,
                events: try turn.transaction.events(after: seen, limit: .max)
            )
        }
        guard let news else { return nil }
        cursor.withLock { $0 = news.last }
        return news.events.isEmpty ? nil : news
    }
}
