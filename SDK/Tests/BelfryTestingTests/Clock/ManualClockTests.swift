// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryTesting
internal import Testing

@Suite(.timeLimit(.minutes(1))) struct ManualClockTests {
    @Test func `a sleeper wakes when the clock gets there, and not before`() async throws {
        let clock = ManualClock()
        let deadline = clock.now.advanced(by: .seconds(5))
        let sleeper = Task {
            try await clock.sleep(until: deadline)
            return clock.now.sinceStart
        }
        clock.advance(by: .seconds(4))
        clock.advance(by: .seconds(2))
        let woken = try await sleeper.value
        #expect(woken >= .seconds(6))
    }

    @Test func `a time that is past is not waited for`() async throws {
        let clock = ManualClock()
        clock.advance(by: .seconds(2))
        try await clock.sleep(until: ManualClock().now.advanced(by: .seconds(1)))
        clock.advance(by: .seconds(-5))
        #expect(clock.now.sinceStart == .seconds(2), "it does not go back")
    }

    @Test func `a cancelled sleeper is told so`() async {
        let clock = ManualClock()
        let sleeper = Task { try await clock.sleep(for: .seconds(5)) }
        sleeper.cancel()
        await #expect(throws: CancellationError.self) { try await sleeper.value }
    }
}
