// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryMeasure
import Testing

@Suite("Head-room of a budget")
struct HeadroomTests {
    @Test(
        "is what the 999th of 1000 runs leaves of it, and negative past it",
        arguments: [(250.0, 0.75), (1000, 0), (1500, -0.5)]
    )
    func left(p999: Double, expected: Double) {
        let headroom = Headroom(
            budget: "wall",
            unit: "ms",
            limit: 1000,
            count: 1000,
            p99: 0,
            p999: p999,
            maximum: p999
        )
        #expect(headroom.left == expected)
    }
}
