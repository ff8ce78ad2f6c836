// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfrySystem

@testable import BelfryRuntime

/// A clock that stands still until the schedule moves it to the next call.
final class SimulatedClock: HostClock {
    private(set) var now = MonotonicTime(nanoseconds: 1_000_000_000)

    var fileTime: UInt64 { 1_700_000_000_000_000_000 + now.nanoseconds }

    /// The calls still to be made, the next one last.
    private var calls: [(time: MonotonicTime, token: EventToken, handler: () -> Void)] = []
    private var lastNumber: UInt64 = 0

    /// Takes asynchronous work that the host starts.
    var begin: (@escaping () async -> Void) -> Void = { _ in }

    func call(at time: MonotonicTime, _ handler: @escaping () -> Void) -> EventToken {
        lastNumber += 1
        let token = EventToken(number: lastNumber)
        let time = max(time, now)
        let index = calls.firstIndex { $0.time <= time } ?? calls.count
        calls.insert((time, token, handler), at: index)
        return token
    }

    func cancel(_ token: EventToken) {
        guard let index = calls.firstIndex(where: { $0.token == token }) else { return }
        calls.remove(at: index)
    }

    func start(_ work: @escaping () async -> Void) {
        begin(work)
    }

    /// When the next call is to be made; nil where there is none.
    var nextTime: MonotonicTime? { calls.last?.time }

    /// Moves to the next call and makes it; false where there is none.
    func advance() -> Bool {
        guard let next = calls.popLast() else { return false }
        now = next.time
        next.handler()
        return true
    }

    /// Forgets all calls, with what they refer to.
    func stop() {
        begin = { _ in }
        calls = []
    }
}
