// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Synchronization

/// Tells a measuring to begin no further run; from any thread, such as one that waits for signals.
package final class StopSign: Sendable {
    private struct State {
        var isRaised = false

        /// Who waits; few, and those who no longer do stay.
        var waiters: [AsyncStream<Never>.Continuation] = []
    }

    private let state = Mutex(State())

    package init() {}

    /// Asks for the end.
    package func raise() {
        let waiters = state.withLock { state in
            state.isRaised = true
            return state.waiters
        }
        for waiter in waiters { waiter.finish() }
    }

    /// Whether the measurement is to end before all of its runs were made.
    package var isRaised: Bool { state.withLock(\.isRaised) }

    /// Waits until it is raised, or the task is cancelled.
    func wait() async {
        // One for each: a stream whose reader was cancelled is of no use to another.
        let (stream, waiter) = AsyncStream.makeStream(of: Never.self)
        state.withLock { state in
            if state.isRaised { waiter.finish() } else { state.waiters.append(waiter) }
        }
        for await _ in stream {}
    }
}
