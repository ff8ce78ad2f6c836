// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Testing

@testable internal import BelfryMeasure

@Suite struct StudentTests {
    /// As R's `qt` has them.
    @Test(arguments: [
        (0.95, 1, 12.7062), (0.95, 4, 2.7764), (0.95, 24, 2.0639), (0.9968, 24, 3.2748),
        (0.95, 1000, 1.9623),
    ])
    func `reaches as far as tables say`(confidence: Double, degrees: Int, expected: Double) {
        #expect(abs(Student.reach(of: confidence, degrees: degrees) - expected) < 0.002 * expected)
    }

    /// Newcombe's own examples, method 10.
    @Test func `bounds the difference of shares`() {
        let interval = ShareDifference.interval((56, 70), (48, 80), confidence: 0.95)
        #expect(abs(interval.low - 0.0524) < 0.0002 && abs(interval.high - 0.3339) < 0.0002)
        let none = ShareDifference.interval((10, 10), (20, 20), confidence: 0.95)
        #expect(abs(none.low + 0.2775) < 0.0005 && abs(none.high - 0.1611) < 0.0005)
    }
}
