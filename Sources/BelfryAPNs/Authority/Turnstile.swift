// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Synchronization

/// Lets few tasks at a time do what keeps a thread busy; the others wait in the order they came in.
final class Turnstile: Sendable {
    private struct Waiter {
        let number: Int
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct State {
        var free: Int
        var waiters: [Waiter] = []
        var lastNumber = 0
    }

    private let state: Mutex<State>

    /// - Parameter width: How many at a time.
    init(_ width: Int) {
        state = Mutex(State(free: width))
    }

    /// How many wait.
    var waiting: Int { state.withLock(\.waiters.count) }

    /// Does something once it is this task's turn.
    ///
    /// - Parameter body: What to do.
    /// - Returns: What the body returns; nil where the task was cancelled before its turn.
    func pass<Value: Sendable>(_ body: () async -> Value) async -> Value? {
        guard await enter() else { return nil }
        defer { leave() }
        return await body()
    }

    private func enter() async -> Bool {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // Who is cancelled from here on is looked for among those who wait, after this lock.
                let answer: Bool? = state.withLock { state in
                    if Task.isCancelled { return false }
                    if state.free > 0 {
                        state.free -= 1
                        return true
                    }
                    state.waiters.append(Waiter(number: number, continuation: continuation))
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            let waiter = state.withLock { state -> Waiter? in
                let at = state.waiters.firstIndex { $0.number == number }
                return at.map { state.waiters.remove(at: $0) }
            }
            waiter?.continuation.resume(returning: false)
        }
    }

    private func leave() {
        let next = state.withLock { state -> Waiter? in
            guard !state.waiters.isEmpty else {
                state.free += 1
                return nil
            }
            return state.waiters.removeFirst()
        }
        next?.continuation.resume(returning: true)
    }
}
