// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfrySystem

@testable import BelfryRuntime

/// A clock that stands still until the schedule moves it to the next call.
final class SimulatedClock: HostClock {
    private(set) var now = MonotonicTime(nanoseconds: 1_000_000_000)
    private var calls: [(time: MonotonicTime, token: EventToken, handler: () -> Void)] = []
    private var lastNumber: UInt64 = 0

    /// Takes asynchronous work that the host starts.
    var begin: (@escaping () async -> Void) -> Void = { _ in }

    func call(at time: MonotonicTime, _ handler: @escaping () -> Void) -> EventToken {
        lastNumber += 1
        let token = EventToken(number: lastNumber)
        let index = calls.firstIndex { $0.time > time } ?? calls.count
        calls.insert((max(time, now), token, handler), at: index)
        return token
    }

    func cancel(_ token: EventToken) {
        calls.removeAll { $0.token == token }
    }

    func start(_ work: @escaping () async -> Void) {
        begin(work)
    }

    /// How many calls are still to be made.
    var callCount: Int { calls.count }

    /// Moves to the next call and makes it; false where there is none.
    func advance() -> Bool {
        guard !calls.isEmpty else { return false }
        let next = calls.removeFirst()
        now = max(now, next.time)
        next.handler()
        return true
    }
}
