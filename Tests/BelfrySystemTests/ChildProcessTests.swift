// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfrySystem
import Glibc
import Testing

struct ChildProcessTests {
    @Test func `one that is given up is ended and reaped`() throws {
        let number = try Descriptor.packetPair().split { ours, theirs in
            defer { _ = ours.raw }
            return try Self.startAndGiveUp(writingTo: theirs)
        }
        #expect(kill(number, 0) == -1)
        #expect(errno == ESRCH)
    }

    /// Starts one that would never end, as nobody reads what it writes.
    private static func startAndGiveUp(writingTo output: borrowing Descriptor) throws -> pid_t {
        let child = try ChildProcess(
            path: "/usr/bin/yes",
            environment: [],
            namespaces: 0,
            control: output,
            output: output.raw
        )
        let hasEnded = child.reap()
        #expect(!hasEnded)
        return child.process
    }
}
