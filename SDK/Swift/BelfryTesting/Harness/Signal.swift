// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Synchronization

/// Something that happens once, and can be waited for.
final class Signal: Sendable {
    private struct State {
        var hasHappened = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// Whether it has happened.
    var hasHappened: Bool { state.withLock(\.hasHappened) }

    /// Lets it happen; again does nothing.
    func fire() {
        let waiters = state.withLock { state in
            defer { state.waiters = [] }
            state.hasHappened = true
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Waits until it has happened.
    func wait() async {
        await withCheckedContinuation { waiter in
            let hasHappened = state.withLock { state in
                if !state.hasHappened { state.waiters.append(waiter) }
                return state.hasHappened
            }
            if hasHappened { waiter.resume() }
        }
    }

    /// Waits until it has happened, or until real time has passed.
    ///
    /// An extension may block its thread for ever, which no test is to wait for.
    func wait(atMost limit: Duration) async {
        let either = Signal()
        let happened = Task {
            await wait()
            either.fire()
        }
        let passed = Task {
            try? await ContinuousClock().sleep(for: limit)
            either.fire()
        }
        await either.wait()
        happened.cancel()
        passed.cancel()
    }
}
