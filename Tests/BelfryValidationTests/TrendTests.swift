// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryValidation
import Testing

struct TrendTests {
    @Test(arguments: [0.0, 0.25, 16, 16_384])
    func `finds the slope of a straight line`(slope: Double) throws {
        let trend = try #require(Trend((0..<50).map { 7 + slope * Double($0) }))
        #expect(abs(trend.slope - slope) < 1e-9)
        #expect(trend.first == 7)
        #expect(abs(trend.last - (7 + slope * 49)) < 1e-9)
    }

    @Test(arguments: [1, 10, 20, 30, 31, 45, 59])
    func `is not moved by one jump, nor by one wild value`(place: Int) throws {
        var values = (0..<60).map { $0 < place ? 100.0 : 5000 }
        #expect(try #require(Trend(values)).slope == 0)
        values = [Double](repeating: 100, count: 60)
        values[place] = 1_000_000
        #expect(try #require(Trend(values)).slope == 0)
    }

    @Test func `leaves out the runs in which caches fill`() throws {
        let values = (0..<20).map { Double($0) * 1000 } + [Double](repeating: 20_000, count: 20)
        #expect(try #require(Trend(values, settling: 20)).slope == 0)
    }

    @Test func `sees a leak that comes in steps of several runs`() throws {
        let values = (0..<80).map { Double($0 / 4) }
        #expect(abs(try #require(Trend(values)).slope - 0.25) < 0.06)
    }

    @Test func `says nothing of too few values`() {
        #expect(Trend([1, 2]) == nil)
        #expect(Trend([Double](repeating: 1, count: 11), settling: 3) == nil)
    }
}
