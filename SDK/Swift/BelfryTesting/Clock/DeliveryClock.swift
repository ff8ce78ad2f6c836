// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The times of one delivery, on whatever clock the test has chosen.
struct DeliveryClock: Sendable {
    /// How long the delivery has taken.
    let elapsed: @Sendable () -> Duration

    /// Waits until the delivery has taken that long.
    let sleep: @Sendable (Duration) async throws -> Void

    /// Begins to count.
    init(_ clock: some Clock<Duration>) {
        let start = clock.now
        elapsed = { start.duration(to: clock.now) }
        sleep = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
    }
}
