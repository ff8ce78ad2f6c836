// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryReport
import Testing

@testable import BelfryRuntime

@Suite struct RunLogTests {
    @Test func `keeps lines in order with their sources`() {
        var log = RunLog()
        log.append(.output, "one")
        log.append(.error, "two")
        #expect(
            log.lines == [
                RunReport.LogLine(source: .output, text: "one"),
                RunReport.LogLine(source: .error, text: "two"),
            ]
        )
        #expect(log.droppedCount == 0)
    }

    @Test func `counts lines past the limit instead of keeping them`() {
        var log = RunLog()
        for number in 0..<RunLog.lineLimit + 7 { log.append(.info, "\(number)") }
        #expect(log.lines.count == RunLog.lineLimit)
        #expect(log.lines.last?.text == "\(RunLog.lineLimit - 1)")
        #expect(log.droppedCount == 7)
    }

    @Test func `keeps no more bytes than there is room for`() {
        var log = RunLog()
        let line = String(repeating: "x", count: 4000)
        for _ in 0..<40 { log.append(.info, line) }
        let byteCount = log.lines.reduce(0) { $0 + $1.text.utf8.count }
        #expect(byteCount <= RunLog.byteLimit)
        #expect(byteCount > RunLog.byteLimit - 4000)
        #expect(log.lines.count + log.droppedCount == 40)
    }

    @Test func `a shorter line still finds room that a longer one did not`() {
        var log = RunLog()
        let line = String(repeating: "x", count: 4090)
        for _ in 0..<20 { log.append(.info, line) }
        let dropped = log.droppedCount
        log.append(.info, "short")
        #expect(log.lines.last?.text == "short")
        #expect(log.droppedCount == dropped)
    }

    @Test func `cuts a long line and marks the cut`() throws {
        var log = RunLog()
        log.append(.output, String(repeating: "x", count: 10_000))
        let text = try #require(log.lines.first).text
        #expect(text.hasSuffix("x…"))
        #expect(text.utf8.count <= RunLog.lineByteLimit + 16)
    }

    @Test(
        arguments: [
            "\u{1B}[2J", "\u{1B}]0;title\u{07}", "a\rb", "a\nb", "\u{202E}abc", "\u{0}",
            "\u{9B}31m",
            "\u{2066}x", "\u{200B}", "\u{7F}", "\u{FEFF}", "\u{2028}",
        ]
    )
    func `what could steer a terminal is made visible`(text: String) throws {
        var log = RunLog()
        log.append(.output, text)
        let kept = try #require(log.lines.first).text
        #expect(kept != text)
        #expect(
            kept.unicodeScalars.allSatisfy { scalar in
                !scalar.properties.isBidiControl && scalar.properties.generalCategory != .control
                    && scalar.properties.generalCategory != .format
                    && scalar.properties.generalCategory != .lineSeparator
            }
        )
    }

    @Test func `counts what never got here`() {
        var log = RunLog()
        log.drop(5)
        log.drop(1)
        #expect(log.droppedCount == 6)
    }
}
