// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@testable import BelfrySandbox
import Testing

@Suite struct SystemCallListenerTests {
    @Test(
        arguments: [
            (
                "Name:\tbelfry-work\nUmask:\t0077\nState:\tS (sleeping)\nTgid:\t4711\nNgid:\t0\n",
                4711
            ),
            // The kernel escapes a line end in a name.
            ("Name:\tx\\nTgid:\t1\nUmask:\t0077\nState:\tR (running)\nTgid:\t23\nNgid:", 23),
            ("Name:\tx\nUmask:\t0077\n", nil), ("Tgid:\tx\n", nil), ("", nil),
        ] as [(String, Int32?)]
    )
    func `finds the process of a thread in its status`(status: String, process: Int32?) {
        #expect(SystemCallListener.process(inStatus: Array(status.utf8)) == process)
    }
}
