// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem

extension Run {
    /// How a run came to its worker.
    struct Beginning {
        let acceptedAt: MonotonicTime

        /// When its wall budget began.
        var begunAt: MonotonicTime?
        var isWarm = false

        /// Whether its worker was prewarmed.
        var isPrewarmed = false

        /// Whether it was given to another worker, since the first had died before it read it.
        var wasRequeued = false

        /// How often no worker could be made for it, and from when on the next attempt may be.
        var failedAttempts = 0
        var retryAt: MonotonicTime?
    }
}
