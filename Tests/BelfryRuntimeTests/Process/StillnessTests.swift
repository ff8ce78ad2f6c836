// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Testing

@testable import BelfryRuntime

@Suite struct StillnessTests {
    private func status(_ state: String, own: Int = 7, forced: Int = 2) -> [UInt8] {
        Array(
            """
            Name:\tworker
            State:\t\(state)
            voluntary_ctxt_switches:\t\(own)
            nonvoluntary_ctxt_switches:\t\(forced)

            """.utf8
        )
    }

    private func isStill(_ status: [UInt8]) -> Bool {
        var stillness = Stillness()
        return stillness.add("1", status: status)
    }

    @Test func `a thread that runs or waits for a disk is not still`() {
        for state in ["R (running)", "D (disk sleep)", "T (stopped)"] {
            #expect(!isStill(status(state)))
        }
        #expect(!isStill([]))
        #expect(isStill(status("S (sleeping)")))
    }

    @Test func `a thread that has run since is seen by its switches`() {
        func look(own: Int, forced: Int) -> Stillness {
            var stillness = Stillness()
            _ = stillness.add("1", status: status("S (sleeping)", own: own, forced: forced))
            return stillness
        }
        #expect(look(own: 7, forced: 2) == look(own: 7, forced: 2))
        #expect(look(own: 8, forced: 2) != look(own: 7, forced: 2))
        #expect(look(own: 7, forced: 3) != look(own: 7, forced: 2))
    }
}
