// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryWire
import Testing

@Suite struct ProbeReportTests {
    private static let report = ProbeReport(trials: [
        LayerTrial(layer: "landlock", attempt: "list /", answer: "EACCES", isHeld: true),
        LayerTrial(layer: "seccomp", attempt: "fork", answer: "what it asked for", isHeld: false),
    ])

    @Test func `comes out as it went in`() throws {
        #expect(try ProbeReport(frame: Self.report.frame) == Self.report)
        let empty = ProbeReport(trials: [])
        #expect(try ProbeReport(frame: empty.frame) == empty)
    }

    @Test func `refuses what is cut short or too long`() {
        let frame = Self.report.frame
        for count in 0..<frame.count {
            #expect(throws: WireError.self) { try ProbeReport(frame: Array(frame[..<count])) }
        }
        #expect(throws: WireError.self) { try ProbeReport(frame: frame + [0]) }
    }
}
