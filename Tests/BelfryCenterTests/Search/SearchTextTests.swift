// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryCenter
import Foundation
import Testing

@Suite struct SearchTextTests {
    static let texts: [(text: String, words: String)] = [
        ("", ""), (" -- !? ", ""), ("Hello, World!", "hello world"), ("it's 10:30", "it s 10 30"),
        ("com.example.Mail-App_2", "com example mail app 2"),
        // Accents, cases, widths, ligatures.
        ("Crème Brûlée", "creme brulee"), ("Cre\u{300}me", "creme"),
        ("STRASSE straße", "strasse strasse"),
        ("ΟΔΟΣ οδός", "οδοσ οδοσ"), ("İstanbul", "istanbul"), ("Ёлка", "елка"),
        ("ﬁn ＡＢＣ", "fin abc"),
        // Scripts without spaces have each character by itself; a letter beside them begins a word.
        ("今日はA社", "今 日 は a 社"), ("ab今cd", "ab 今 cd"),
        // Marks belong to their letters.
        ("हिन्दी भाषा", "हिन्दी भाषा"), ("שָׁלוֹם", "שָׁלוֹם"),
        // What is not seen does not part a word; an emoji is one.
        ("Not\u{AD}ification zero\u{200B}width", "notification zerowidth"),
        ("ok👍🏽ok ❤️", "ok 👍 ok ❤"),
    ]

    @Test(arguments: texts)
    func `takes the words of a text`(_ text: String, words: String) {
        // Both sides in one form: a composed letter is written by its parts.
        let found = SearchText(text).words.unicodeScalars
        let wanted = words.decomposedStringWithCompatibilityMapping.unicodeScalars
        #expect(Array(found) == Array(wanted))
    }

    @Test func `goes through the beginning of a long text alone`() {
        let text = String(repeating: "a ", count: 8192) + "b"
        #expect(SearchText(text).words.hasSuffix(" a"))
        // A character that is cut in the middle breaks nothing.
        #expect(SearchText("é" + String(repeating: "漢", count: 8192)).words.hasPrefix("e 漢 漢"))
    }

    static let faults: [(text: String, fault: SearchQuery.Fault)] = [
        ("", .noWord), (" \n\t", .noWord), (#""*()^-:+{}'"#, .noWord), ("\u{301}", .noWord),
        (String(repeating: "a", count: 257), .tooLong(257)),
        (String(repeating: "a ", count: 17), .tooManyTerms(17)),
    ]

    @Test(arguments: faults)
    func `says why nothing can be looked for`(_ text: String, fault: SearchQuery.Fault) {
        #expect(throws: fault) { try SearchQuery(text) }
    }

    @Test func `keeps the words of a term together`() throws {
        let query = try SearchQuery(" tea  10:30 !! ")
        #expect(query.terms.map(\.words) == ["tea", "10 30"])
    }
}
