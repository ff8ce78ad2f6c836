// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
internal import NIOCore
internal import Synchronization

/// What ends an exchange from outside: too long, too quiet, too much, or the proxy's own end.
///
/// It fires once. The first cause is kept, and everything that it guards is cut at
/// once, which makes whatever task waits there fail. Tasks are therefore never cancelled.
final class Watchdog: Sendable {
    private struct State {
        var cause: Refusal?
        var isDisarmed = false
        var cuts: [@Sendable () -> Void] = []
        var lastMove = NIODeadline.now()
        var timer: Scheduled<Void>?

        mutating func release() -> [@Sendable () -> Void] {
            timer?.cancel()
            timer = nil
            defer { cuts = [] }
            return cuts
        }
    }

    private let loop: any EventLoop
    private let limits: EgressLimits
    private let deadline: NIODeadline
    private let state = Mutex(State())

    /// Makes a watchdog whose time begins now.
    init(on loop: any EventLoop, limits: EgressLimits) {
        self.loop = loop
        self.limits = limits
        deadline = .now() + TimeAmount(limits.connectionTime)
        checkClock()
    }

    /// Why it fired; nil while it has not.
    var cause: Refusal? { state.withLock { $0.cause } }

    /// Notes that bytes moved.
    func noteMove() {
        state.withLock { $0.lastMove = .now() }
    }

    /// Guards something; it is cut at once when the watchdog has fired already.
    func protect(_ cut: @escaping @Sendable () -> Void) {
        let isTooLate = state.withLock { state in
            guard state.cause == nil else { return true }
            if !state.isDisarmed { state.cuts.append(cut) }
            return false
        }
        if isTooLate { cut() }
    }

    /// Fires it, unless it has fired or is disarmed.
    func fire(_ cause: Refusal) {
        let cuts = state.withLock { state -> [@Sendable () -> Void] in
            guard state.cause == nil, !state.isDisarmed else { return [] }
            state.cause = cause
            return state.release()
        }
        for cut in cuts { cut() }
    }

    /// Takes it out at the end of an exchange.
    func disarm() {
        state.withLock { state in
            state.isDisarmed = true
            _ = state.release()
        }
    }

    private func checkClock() {
        let now = NIODeadline.now()
        let idleEnd = state.withLock { $0.lastMove } + TimeAmount(limits.idleTime)
        if now >= deadline {
            fire(
                Refusal(.timeLimit, "the connection was open longer than \(limits.connectionTime)")
            )
        } else if now >= idleEnd {
            fire(Refusal(.idleLimit, "nothing moved on the connection for \(limits.idleTime)"))
        } else {
            schedule(at: min(idleEnd, deadline))
        }
    }

    private func schedule(at time: NIODeadline) {
        let timer = loop.scheduleTask(deadline: time) { [weak self] in
            guard let self else { return }
            self.checkClock()
        }
        let isOver = state.withLock { state in
            guard state.cause == nil, !state.isDisarmed else { return true }
            state.timer = timer
            return false
        }
        if isOver { timer.cancel() }
    }
}
