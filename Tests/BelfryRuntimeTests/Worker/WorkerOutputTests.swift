// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Testing

@testable import BelfryRuntime

@Suite struct WorkerOutputTests {
    @Test(arguments: [
        ("", [], ""), ("one", [], "one"), ("one\n", ["one"], ""), ("\n\n", ["", ""], ""),
        ("one\ntwo\nth", ["one", "two"], "th"),
    ])
    func `takes whole lines and keeps the rest of the last one`(
        printed: String,
        expected: [String],
        rest: String
    ) {
        var lines: [String] = []
        let left = WorkerOutput.takeLines(of: Array(printed.utf8)) {
            lines.append(String(decoding: $0, as: UTF8.self))
        }
        #expect(lines == expected)
        #expect(left == Array(rest.utf8))
    }

    @Test func `does not wait for the end of a line without one`() {
        let printed = [UInt8](repeating: 0x78, count: WorkerOutput.lineByteLimit + 1)
        var lines: [Int] = []
        #expect(WorkerOutput.takeLines(of: [0x0a] + printed) { lines.append($0.count) }.isEmpty)
        #expect(lines == [0, WorkerOutput.lineByteLimit + 1])
    }
}
