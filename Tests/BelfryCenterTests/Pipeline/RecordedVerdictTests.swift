// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryCenter
import BelfryModel
import BelfryReport
import Foundation
import Testing

/// The two words by which ledgers keep verdicts.
@Suite struct RecordedVerdictTests {
    static let verdicts: [Verdict] =
        Verdict.Delivery.allCases.map { .delivered($0) }
        + Verdict.Fallback.allCases.map { .fallback($0) }
        + Verdict.Rejection.allCases.map { .rejected($0) } + [.notCalled(.noAlert)]

    @Test(arguments: verdicts.map(RecordedVerdict.engine) + [.dropped("spam.v2")])
    func `reads an engine's verdict back`(_ verdict: RecordedVerdict) throws {
        #expect(RecordedVerdict(word: verdict.word, reason: verdict.reason) == verdict)
        let json = try JSONEncoder().encode(verdict)
        #expect(try JSONDecoder().decode(RecordedVerdict.self, from: json) == verdict)
    }

    @Test(arguments: RecordedVerdict.Center.allCases)
    func `reads a verdict of the centre back`(_ own: RecordedVerdict.Center) {
        let verdict = RecordedVerdict.center(own)
        #expect(RecordedVerdict(word: verdict.word, reason: verdict.reason) == verdict)
    }

    @Test(arguments: [("fallback", "newReason"), ("newWord", "timeout"), ("dropped", "")])
    func `keeps the words of another version`(_ word: String, _ reason: String) throws {
        let json = Data(#"{"word":"\#(word)","reason":"\#(reason)"}"#.utf8)
        let verdict = try JSONDecoder().decode(RecordedVerdict.self, from: json)
        #expect(verdict == .foreign(word: word, reason: reason))
        let object = try JSONSerialization.jsonObject(with: try JSONEncoder().encode(verdict))
        #expect(object as? [String: String] == ["word": word, "reason": reason])
    }

    @Test(arguments: [
        (RecordedVerdict.Center.noExtension, "notCalled no_extension"),
        (.fromExtension, "notCalled from_extension"),
        (.tookCenterDown, "fallback centerCrash"),
        (.interrupted, "interrupted centerEnded"),
        (.dropRefused, "fallback dropRefused"),
        (.unreadableBundle, "rejected bundle"),
    ])
    func `has the words that ledgers have always had`(
        _ own: RecordedVerdict.Center,
        _ words: String
    ) {
        #expect(RecordedVerdict.center(own).description == words)
    }
}
