// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryBenchmarks
internal import Testing

@Suite struct DistributionTests {
    @Test func `has no value without a sample`() {
        #expect(Distribution([Double]()) == nil)
    }

    @Test(arguments: [0, 0.3, 1])
    func `of one sample is that sample everywhere`(_ share: Double) throws {
        let distribution = try #require(Distribution([42.0]))
        #expect(distribution.quantile(share) == 42)
    }

    // The values that R's quantile(c(7, 1, 3, 15, 10), share) gives.
    @Test(arguments: [(0.0, 1.0), (0.1, 1.8), (0.25, 3), (0.5, 7), (0.9, 13), (1, 15)])
    func `interpolates between neighbours whatever the order`(
        _ share: Double,
        _ expected: Double
    ) throws {
        let distribution = try #require(Distribution([7.0, 1, 3, 15, 10]))
        #expect(abs(distribution.quantile(share) - expected) < 1e-12)
        #expect(distribution.count == 5)
    }

    @Test(arguments: [(-1.0, 1.0), (2, 3)])
    func `holds a share outside of 0 to 1 to its ends`(_ share: Double, _ expected: Double) throws {
        let distribution = try #require(Distribution([1.0, 2, 3]))
        #expect(distribution.quantile(share) == expected)
    }

    @Test func `takes the mean of the middle two of an even number of durations`() throws {
        let samples: [Duration] = [
            .microseconds(4), .microseconds(1), .seconds(1), .microseconds(2),
        ]
        let distribution = try #require(Distribution(samples))
        #expect(distribution.median == .microseconds(3))
    }
}
