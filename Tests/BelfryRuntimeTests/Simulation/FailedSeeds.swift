// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension HostSimulator {
    /// Seeds that broke a promise once; every run of the tests plays them.
    ///
    /// A seed means the same schedule only as long as the same things are drawn in the same order. So a
    /// bug that a seed found gets a test of its own too.
    static let failedSeeds: [UInt64] = [
        // Without an end of the wait for another worker, after an unread request and after a shortage.
        16_367_573_631_939_731_890, 13_159_792_527_170_442_286,
        // With a worker that could not load, lives on and is not ended.
        9_371_492_430_405_620_849,
        // With a zygote that was stopped before a worker ended that had been killed long before.
        4_792_923_105_927_555_642,
        // With a zygote that was believed that a worker had ended which could not be measured.
        17_708_649_162_393_959_756,
    ]
}
