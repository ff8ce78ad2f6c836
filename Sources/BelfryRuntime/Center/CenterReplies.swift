// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import Synchronization

/// The answers of a centre outside the host that a run waits for.
///
/// It belongs to the host's thread, which goes on meanwhile.
final class CenterReplies {
    typealias Answer = Result<CenterReply, CenterRefusal>

    private let clock: any HostClock
    private var missing = 0
    private var waiters: [CheckedContinuation<Void, Never>] = []

    init(_ clock: any HostClock) {
        self.clock = clock
    }

    /// Makes a call, and takes its answer on the host's thread.
    ///
    /// The call is made before this returns, so that a centre gets calls in their order.
    func ask(_ given: any ExtensionCenter, _ call: CenterCall, _ take: @escaping (Answer) -> Void) {
        let mail = Mail()
        given.answer(call) { mail.put($0) }
        missing += 1
        clock.start {
            take(await mail.answer())
            self.end()
        }
    }

    private func end() {
        missing -= 1
        guard missing == 0 else { return }
        for waiter in waiters { waiter.resume() }
        waiters = []
    }

    /// Returns once every answer is there.
    func settled() async {
        guard missing > 0 else { return }
        await withCheckedContinuation { waiters.append($0) }
    }

    /// Carries one answer from the centre's thread to the host's.
    private final class Mail: Sendable {
        private enum State {
            case empty
            case wanted(CheckedContinuation<Answer, Never>)
            case there(Answer)
        }

        private let state = Mutex(State.empty)

        /// Takes the answer from whatever thread; only the first counts.
        func put(_ answer: Answer) {
            let waiting = state.withLock { state -> CheckedContinuation<Answer, Never>? in
                guard case .wanted(let waiting) = state else {
                    if case .empty = state { state = .there(answer) }
                    return nil
                }
                state = .there(answer)
                return waiting
            }
            waiting?.resume(returning: answer)
        }

        func answer() async -> Answer {
            await withCheckedContinuation { continuation in
                let found = state.withLock { state -> Answer? in
                    if case .there(let answer) = state { return answer }
                    state = .wanted(continuation)
                    return nil
                }
                if let found { continuation.resume(returning: found) }
            }
        }
    }
}
