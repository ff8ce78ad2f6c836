// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfrySystem
import Testing

@testable import BelfryRuntime

@Suite struct FrameRateTests {
    /// The frames of so many seconds, and how many of them were too many and struck.
    private static func count(_ rate: Double, seconds: Double) -> (floods: Int, strikes: Int) {
        var frames = FrameRate()
        let start = MonotonicTime.now
        var floods = 0
        var strikes = 0
        for frame in 1...Int(rate * seconds) {
            let time = start + .nanoseconds(Int64(Double(frame) / rate * 1e9))
            let result = frames.count(at: time)
            floods += result.isFlood ? 1 : 0
            strikes += result.isNew ? 1 : 0
        }
        return (floods, strikes)
    }

    @Test func `sixty frames a second are none too many`() {
        #expect(Self.count(60, seconds: 60) == (0, 0))
        #expect(Self.count(119, seconds: 60) == (0, 0))
    }

    @Test func `frames that change everything count for more`() {
        var frames = FrameRate()
        let start = MonotonicTime.now
        let floods = (1...60).count { second in
            frames.count(at: start + .seconds(second), patchCount: 65_536).isFlood
        }
        #expect(floods == 0)
        let hasty = (1...20).count { step in
            frames.count(at: start + .seconds(60) + .milliseconds(step), patchCount: 65_536).isFlood
        }
        #expect(hasty > 10)
    }

    @Test func `frames for which files are opened count for more`() {
        var frames = FrameRate()
        let start = MonotonicTime.now
        func floods(from second: Int, openedCount: Int) -> Int {
            (1...600).count { frame in
                let time = start + .seconds(second) + .milliseconds(10 * frame)
                return frames.count(at: time, openedCount: openedCount).isFlood
            }
        }
        #expect(floods(from: 0, openedCount: 0) == 0)
        #expect(floods(from: 10, openedCount: 64) > 100)
    }

    @Test func `ten thousand are, once in a second`() {
        let result = Self.count(10_000, seconds: 3)
        #expect(result.floods > 29_000)
        #expect(result.strikes == 3)
    }
}
