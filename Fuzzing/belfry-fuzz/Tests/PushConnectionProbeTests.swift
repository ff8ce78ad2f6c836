// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Testing

/// What good clients send, for the target `push-connection`.
@Suite(.timeLimit(.minutes(2))) struct PushConnectionProbeTests {
    @Test func `gives all places back to clients that speak well`() throws {
        let seeds = PushConnectionProbe.seeds
        #expect(seeds.count > 4)
        let counts = try seeds.map(PushConnectionProbe.check)
        #expect(counts[0] == 1 && counts[1] == 1 && counts[2] == 1, "\(counts)")
    }
}
