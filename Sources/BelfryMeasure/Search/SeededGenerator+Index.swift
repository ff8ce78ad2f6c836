// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryRandom

extension SeededGenerator {
    /// A whole number from 0 on, below a bound; for bounds far below 2³² as good as without bias.
    mutating func index(below bound: Int) -> Int {
        Int(((next() >> 32) &* UInt64(bound)) >> 32)
    }
}
