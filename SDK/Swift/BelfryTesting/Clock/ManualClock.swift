// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Synchronization

/// A clock that stands still until a test advances it.
///
/// Give it to a ``ServiceExtensionHarness`` to see in no time what an extension does when its 30
/// seconds are nearly over. It may be used from any thread.
public final class ManualClock: Clock, Sendable {
    /// A time since the clock was made.
    public struct Instant: InstantProtocol {
        /// How far the clock has been advanced to get here.
        public let sinceStart: Duration

        /// The instant that much later.
        public func advanced(by duration: Duration) -> Self {
            Self(sinceStart: sinceStart + duration)
        }

        /// How much later the other instant is.
        public func duration(to other: Self) -> Duration {
            other.sinceStart - sinceStart
        }

        /// Whether the first instant is the earlier one.
        public static func < (first: Self, second: Self) -> Bool {
            first.sinceStart < second.sinceStart
        }
    }

    private struct Sleeper {
        let deadline: Instant
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now = Instant(sinceStart: .zero)
        var nextNumber = 0
        var sleepers: [Int: Sleeper] = [:]
        /// Those that were cancelled before they fell asleep.
        var cancelled: Set<Int> = []
    }

    private let state = Mutex(State())

    /// Makes a clock that stands at its start.
    public init() {}

    /// The time that the clock stands at.
    public var now: Instant { state.withLock(\.now) }

    /// The smallest step there is: none too small.
    public var minimumResolution: Duration { .zero }

    /// Moves the clock on, and wakes whoever waits for a time up to then.
    ///
    /// - Parameter duration: How far; the clock does not go back.
    public func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.now = state.now.advanced(by: max(duration, .zero))
            let due = state.sleepers.filter { $0.value.deadline <= state.now }
            for number in due.keys { state.sleepers[number] = nil }
            return due.values.sorted { $0.deadline < $1.deadline }.map(\.continuation)
        }
        for continuation in due { continuation.resume() }
    }

    /// Waits until the clock has been advanced to a time.
    ///
    /// - Parameters:
    ///   - deadline: The time; one that is past ends the wait at once.
    ///   - tolerance: Of no meaning here.
    /// - Throws: `CancellationError` when the task is cancelled.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        let number = state.withLock { state in
            state.nextNumber += 1
            return state.nextNumber
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                enter(Sleeper(deadline: deadline, continuation: continuation), number)
            }
        } onCancel: {
            cancel(number)
        }
        state.withLock { _ = $0.cancelled.remove(number) }
    }

    private func enter(_ sleeper: Sleeper, _ number: Int) {
        let result: Result<Void, any Error>? = state.withLock { state in
            if state.cancelled.remove(number) != nil { return .failure(CancellationError()) }
            if sleeper.deadline <= state.now { return .success(()) }
            state.sleepers[number] = sleeper
            return nil
        }
        if let result { sleeper.continuation.resume(with: result) }
    }

    private func cancel(_ number: Int) {
        let sleeper = state.withLock { state in
            let sleeper = state.sleepers.removeValue(forKey: number)
            if sleeper == nil { state.cancelled.insert(number) }
            return sleeper
        }
        sleeper?.continuation.resume(throwing: CancellationError())
    }
}
