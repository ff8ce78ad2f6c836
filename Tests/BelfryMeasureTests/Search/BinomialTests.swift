// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Testing

@testable import BelfryMeasure

@Suite struct BinomialTests {
    /// By hand for few runs; the others by R's `pbinom`.
    @Test(arguments: [
        (0, 10, 0.5, 0.0009765625), (5, 10, 0.5, 0.623046875), (10, 10, 0.5, 1),
        (1, 2995, 0.001, 0.1999), (3, 10_000, 0.001, 0.01029), (100, 1000, 0.1, 0.5266),
    ])
    func `adds up the probabilities of so many failures`(
        failures: Int,
        runs: Int,
        share: Double,
        expected: Double
    ) {
        let cumulative = Binomial.cumulative(failures, of: runs, share: share)
        #expect(abs(cumulative - expected) < 0.0005)
    }

    @Test func `without a failure the confidence is what is left of the target`() {
        #expect(abs(Binomial.confidence(of: 0.999, 300, 0) - 0.2593) < 0.0001)
        #expect(Binomial.confidence(of: 0.999, 0, 0) == 0)
        #expect(Binomial.runsNeeded(for: 0.999, confidence: 0.95) == 2995)
        #expect(Binomial.runsNeeded(for: 0.99, confidence: 0.95) == 299)
    }

    /// The exact bounds of Clopper and Pearson, one-sided, as R's `binom.test` has them.
    @Test(arguments: [(299, 0, 0.99003), (100, 5, 0.89773), (2995, 0, 0.99900), (10, 10, 0)])
    func `bounds the share that completes`(runs: Int, failures: Int, expected: Double) {
        let bound = Binomial.lowerBound(runs, failures, confidence: 0.95)
        #expect(abs(bound - expected) < 0.0002)
    }

    @Test func `more runs may have failures among them`() {
        let allowed = { Binomial.failuresAllowed(in: $0, for: 0.999, confidence: 0.95) }
        #expect([2994, 2995, 4741, 4742, 6293, 6294].map(allowed) == [nil, 0, 0, 1, 1, 2])
    }
}
