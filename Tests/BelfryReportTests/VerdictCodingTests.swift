// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
internal import BelfryWire
internal import Foundation
internal import Testing

/// Verdicts as JSON has them: two members beside others.
@Suite struct VerdictCodingTests {
    /// Each verdict with each reason, and a reason to drop of an extension's own.
    static let verdicts: [Verdict] =
        VerdictTopic.allCases.compactMap { topic in
            switch topic {
            case .delivered(let delivery): .delivered(delivery)
            case .dropped: DropReason("spam.v2").map(Verdict.dropped)
            case .fallback(let fallback): .fallback(fallback)
            case .rejected(let rejection): .rejected(rejection)
            case .notCalled(let reason): .notCalled(reason)
            case .strike, .retirement: nil
            }
        }

    @Test(arguments: verdicts)
    func `writes the words by which it is explained, and reads them back`(
        _ verdict: Verdict
    ) throws {
        let json = try JSONEncoder().encode(verdict)
        let words = try JSONDecoder().decode([String: String].self, from: json)
        #expect(words == ["verdict": verdict.kind.rawValue, "reason": verdict.reason])
        let name = "\(verdict.kind): \(verdict.reason)"
        #expect(VerdictReference.topics(named: name) == [VerdictTopic(verdict)])
        #expect(try JSONDecoder().decode(Verdict.self, from: json) == verdict)
        #expect(try JSONDecoder().decode(ReportedVerdict.self, from: json) == .known(verdict))
    }

    @Test(arguments: [("fallback", "newReason"), ("delivered", "timeout"), ("dropped", "")])
    func `keeps a reason of another version in a report, and nowhere else`(
        _ kind: String,
        _ reason: String
    ) throws {
        let json = Data(#"{"reason":"\#(reason)","verdict":"\#(kind)"}"#.utf8)
        let read = try JSONDecoder().decode(ReportedVerdict.self, from: json)
        #expect(read.verdict == nil)
        #expect(read.description == "\(kind): \(reason)")
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        #expect(try encoder.encode(read) == json)
        let error = #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(Verdict.self, from: json)
        }
        guard case .dataCorrupted(let context) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(context.codingPath.map(\.stringValue) == ["reason"])
        #expect(context.debugDescription == "the verdict \(kind) has no reason \"\(reason)\"")
    }

    @Test(arguments: [#"{"verdict":"gone","reason":"timeout"}"#, #"{"verdict":"fallback"}"#, "{}"])
    func `refuses what has no verdict or no reason`(_ json: String) {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(ReportedVerdict.self, from: Data(json.utf8))
        }
    }

    @Test func `the documented report is read, and written as it was`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let data = try Data(contentsOf: root.appending(path: "Documentation/Report.md"))
        let page = String(decoding: data, as: UTF8.self)
        let example = try #require(page.split(separator: "```json\n").dropFirst().first)
        let json = try #require(example.split(separator: "\n```").first)
        let report = try JSONDecoder().decode(RunReport.self, from: Data(json.utf8))
        #expect(report.ending == .delivered(.completed))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        #expect(String(decoding: try encoder.encode(report), as: UTF8.self) == json)
    }
}
