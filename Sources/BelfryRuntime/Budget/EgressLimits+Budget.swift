// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryEgress

extension EgressLimits {
    /// The limits that a budget sets: a connection may live as long as its run.
    init(_ budget: Budget) {
        self.init(
            byteCount: budget.network.byteCount,
            requestCount: budget.network.requestCount,
            connectionCount: budget.network.connectionCount,
            connectionTime: budget.wall
        )
    }
}
