// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Testing

@testable import BelfryEgress
@testable import BelfryRuntime

@Suite struct EgressLimitsTests {
    @Test func `limits follow the budget`() {
        var budget = Budget()
        budget.wall = .seconds(7)
        budget.network.byteCount = 1
        budget.network.requestCount = 2
        budget.network.connectionCount = 3
        let limits = EgressLimits(budget)
        #expect(limits.connectionTime == .seconds(7))
        #expect(limits.bytesInTotal == 1)
        #expect(limits.requestsInTotal == 2)
        #expect(limits.connectionsAtOnce == 3)
    }
}
