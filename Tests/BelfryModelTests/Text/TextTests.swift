// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@testable import BelfryModel
import Testing

@Suite struct TextTests {
    @Test(
        arguments: [
            ("mutable_content", "mutable-content"), ("mutableContent", "mutable-content"),
            ("mutabel-content", "mutable-content"), ("soud", "sound"), ("Badge ", "badge"),
            ("body", nil), ("x", nil), (String(repeating: "a", count: 5000), nil),
        ] as [(String, String?)]
    )
    func `finds the key that was meant`(key: String, meant: String?) {
        let known = ["mutable-content", "sound", "badge"]
        #expect(Spelling.nearest(to: key, among: known) == meant)
    }

    @Test(arguments: [
        ("it's é", "\"it's é\""), ("a\nb\u{1B}[2J", #""a\nb\u{1B}[2J""#), ("\"\\", #""\"\\""#),
        ("\u{9B}\u{202E}", #""\u{009B}\u{202E}""#),
    ])
    func `quotes foreign text on one line without controls`(text: String, quoted: String) {
        #expect(text.quoted == quoted)
    }

    @Test func `cuts a long text in a message`() {
        #expect(String(repeating: "a", count: 1000).quoted.count == 67)
    }

    @Test(arguments: [
        ("ab", 1, 1, 2), ("a\nb", 2, 2, 1), ("a\r\nb", 3, 2, 1), ("a\rb", 2, 2, 1),
        ("é😀x", 6, 1, 3),
        ("ab", 99, 1, 3),
    ])
    func `counts lines and characters`(text: String, offset: Int, line: Int, column: Int) {
        let position = TextPosition(of: offset, in: Array(text.utf8))
        #expect(position.line == line)
        #expect(position.column == column)
    }
}
