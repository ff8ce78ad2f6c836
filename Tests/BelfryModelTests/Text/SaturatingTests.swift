// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import Testing

@Suite struct SaturatingTests {
    @Test(arguments: [
        (0.0, 0), (1.9, 1), (-1.9, -1), (9.3e18, .max), (-9.3e18, .min), (.infinity, .max),
        (-.infinity, .min), (.nan, 0), (Double(Int.max), .max), (.leastNonzeroMagnitude, 0),
    ])
    func `a number of any size becomes the nearest integer`(value: Double, integer: Int) {
        #expect(Int(saturating: value) == integer)
    }

    @Test func `an unsigned integer is 0 for what is below`() {
        #expect(UInt64(saturating: -5) == 0)
        #expect(UInt64(saturating: .infinity) == .max)
    }

    @Test func `a sum and a product stop at the ends of their type`() {
        #expect(Int.max.addingSaturated(1) == .max)
        #expect(Int.min.addingSaturated(-1) == .min)
        #expect(3.addingSaturated(4) == 7)
        #expect(UInt64.max.addingSaturated(1) == .max)
        #expect(Int.max.multipliedSaturated(by: 2) == .max)
        #expect(Int.max.multipliedSaturated(by: -2) == .min)
        #expect(Int.min.multipliedSaturated(by: -1) == .max)
        #expect(3.multipliedSaturated(by: 4) == 12)
    }
}
