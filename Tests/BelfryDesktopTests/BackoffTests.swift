// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryDesktop
import Testing

/// How long the search for a bus or a server rests.
@Suite struct BackoffTests {
    @Test func `waits twice as long each time, up to a minute`() {
        var backoff = Backoff()
        let pauses = (0..<10).map { _ in backoff.next() }
        let milliseconds = [500, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000]
        #expect(pauses == milliseconds.map { .milliseconds($0) })
    }

    @Test func `begins again once there is an answer`() {
        var backoff = Backoff()
        for _ in 0..<5 { _ = backoff.next() }
        backoff.reset()
        #expect(backoff.next() == .milliseconds(500) && backoff.next() == .seconds(1))
    }
}
