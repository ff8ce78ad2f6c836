// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension HostSimulator {
    /// Seeds that broke a promise once; every run of the tests plays them.
    ///
    /// A seed means the same schedule only as long as the same things are drawn in the same order. So a
    /// bug that a seed found gets a test of its own too.
    static let failedSeeds: [UInt64] = [10_828_268_620_967_542_034]
}
