// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Glibc
import Testing

@testable import BelfrySystem

struct MonotonicTimeTests {
    @Test func `does not run backwards`() {
        let first = MonotonicTime.now
        let second = MonotonicTime.now

        #expect(first <= second)
        #expect(first.nanoseconds > 0)
    }

    @Test func `is the clock the kernel's timers use`() throws {
        let before = try #require(MonotonicTime.read(CLOCK_MONOTONIC))
        let now = MonotonicTime.now.nanoseconds
        let after = try #require(MonotonicTime.read(CLOCK_MONOTONIC))

        #expect(before <= now && now <= after)
    }

    @Test func `a clock that does not exist has no time`() {
        #expect(MonotonicTime.read(9999) == nil)
    }

    @Test(arguments: [.seconds(30), .nanoseconds(1), .zero, .seconds(-2)] as [Duration])
    func `adding and subtracting undo each other`(duration: Duration) {
        let start = MonotonicTime(nanoseconds: 5_000_000_000)

        #expect((start + duration) - start == duration)
    }

    @Test(
        arguments: [
            (.seconds(2), 2_000_000_000),
            (.milliseconds(-1500), -1_500_000_000),
            (.nanoseconds(7), 7),
            (.seconds(Int64.max), .max),
            (.seconds(Int64.min), .min),
            (.seconds(9_223_372_036) + .nanoseconds(900_000_000), .max),
        ] as [(Duration, Int64)]
    )
    func `durations are held to what nanoseconds can carry`(duration: Duration, expected: Int64) {
        #expect(duration.nanoseconds == expected)
    }
}
