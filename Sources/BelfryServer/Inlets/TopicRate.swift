// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryInlets
internal import Synchronization

/// How fast messages may come to a topic: so many at once, and then one each so many seconds.
///
/// ntfy counts what a visitor sends. Here a sender is known by its topic's token, whatever its address.
final class TopicRate: Sendable {
    private let burst: Int
    private let interval: Duration

    /// When each topic may have its whole burst again.
    private let full = Mutex<[String: ContinuousClock.Instant]>([:])

    /// - Parameters:
    ///   - burst: How many messages may come at once.
    ///   - interval: After what time there may be another one.
    init(burst: Int, interval: Duration) {
        self.burst = burst
        self.interval = interval
    }

    /// Counts a message.
    ///
    /// - Parameters:
    ///   - topic: The topic.
    ///   - now: The time.
    /// - Throws: ``InletError`` for one that comes too soon, which is not counted.
    func count(
        _ topic: String,
        at now: ContinuousClock.Instant = .now
    ) throws(InletError) {
        let wait = full.withLock { full in
            let next = max(full[topic] ?? now, now) + interval
            let wait = next - (now + interval * burst)
            guard wait <= .zero else { return wait }
            full[topic] = next
            return .zero
        }
        guard wait > .zero else { return }
        let seconds = Int((wait / .seconds(1)).rounded(.up))
        throw .tooMany(burst: burst, seconds: seconds)
    }
}
