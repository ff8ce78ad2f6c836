// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfrySystem
import Foundation
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

    @Test(.timeLimit(.minutes(1)))
    func `one that is spoken to has two descriptors, and ends with all that it started`() throws {
        let requests = try Descriptor.pipe()
        let answers = try Descriptor.pipe()
        let child = try ChildProcess(
            command: ["/bin/sh", "-c", "read line <&3; sleep 600 & echo $line $! >&4; wait"],
            environment: ["PATH=/usr/bin:/bin"],
            requests: requests.first,
            answers: answers.second
        )
        try requests.second.writeAll(Array("hello\n".utf8))
        let answer = String(decoding: try answers.first.read(upTo: 100), as: UTF8.self)
        let words = answer.split(whereSeparator: \.isWhitespace)
        try #require(words.count == 2)
        #expect(words[0] == "hello")
        let sleeper = try #require(pid_t(words[1]))
        #expect(kill(sleeper, 0) == 0)
        child.endSession(within: .seconds(30))
        // An orphan that has ended may still wait to be reaped by whoever took it over.
        let state = try? String(contentsOfFile: "/proc/\(sleeper)/stat", encoding: .utf8)
        #expect(state?.contains(") Z ") ?? true)
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
