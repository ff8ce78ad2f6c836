// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfrySystem
import Glibc
import Testing

@Suite struct WallTimerTests {
    @Test func `ends a wait when its time has come`() throws {
        let timer = try WallTimer()
        let now = try #require(MonotonicTime.read(CLOCK_REALTIME))
        _ = timer.set(toNanoseconds: now + 2_000_000)
        #expect(try timer.wait() == .due)
        let then = try #require(MonotonicTime.read(CLOCK_REALTIME))
        #expect(then >= now + 2_000_000)
    }

    @Test func `ends a wait at once for a time that has passed`() throws {
        let timer = try WallTimer()
        _ = timer.set(toNanoseconds: 0)
        #expect(try timer.wait() == .due)
    }
}
