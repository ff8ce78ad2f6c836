// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import Synchronization

/// Does what can take long, one thing after the other, on a thread of its own: the host's thread has
/// budgets to keep.
///
/// The thread lives while there is something to do.
final class SideThread: Sendable {
    typealias Work = @Sendable () -> Void

    private struct State {
        var pending: [Work] = []
        var hasThread = false
        var waiters: [CheckedContinuation<Void, Never>] = []

        /// There is no thread from now on; gives those who wait for that.
        mutating func stop() -> [CheckedContinuation<Void, Never>] {
            hasThread = false
            defer { waiters = [] }
            return waiters
        }
    }

    private let name: String
    private let state = Mutex(State())

    /// - Parameter name: What debuggers show of its thread, 15 bytes at most.
    init(named name: String) {
        self.name = name
    }

    /// Has something done soon; from any thread.
    func perform(_ work: @escaping Work) {
        let needsThread = state.withLock { state in
            state.pending.append(work)
            defer { state.hasThread = true }
            return !state.hasThread
        }
        guard needsThread else { return }
        do throws(SystemError) {
            try SystemThread.start(named: name) {
                while let work = self.takeNext() { work() }
            }
        } catch {
            // It stays in the list for the thread of what comes next.
            for waiter in state.withLock({ $0.stop() }) { waiter.resume() }
        }
    }

    /// Waits until all that was asked for so far is done.
    func settle() async {
        await withCheckedContinuation { continuation in
            let isSettled = state.withLock { state in
                if state.hasThread { state.waiters.append(continuation) }
                return !state.hasThread
            }
            if isSettled { continuation.resume() }
        }
    }

    /// Takes the oldest work; without any the thread that asks is to end.
    private func takeNext() -> Work? {
        let next: Work?
        let waiters: [CheckedContinuation<Void, Never>]
        (next, waiters) = state.withLock { state in
            state.pending.isEmpty ? (nil, state.stop()) : (state.pending.removeFirst(), [])
        }
        for waiter in waiters { waiter.resume() }
        return next
    }
}
