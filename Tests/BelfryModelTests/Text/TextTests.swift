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

    // MARK: Marks

    private static let marks = String(repeating: "\u{301}\u{316}", count: 20_000)

    @Test func `divides rows of combining marks by joiners, and changes no other text`() {
        let short = "a" + String(Self.marks.unicodeScalars.prefix(256))
        for text in [
            "", "ä日本語 한국어", short, String(repeating: "日", count: 1000), short + "b" + short,
        ] {
            #expect(text.isolatingMarks.utf8.elementsEqual(text.utf8))
        }
        let long = ("a" + Self.marks).isolatingMarks
        let joiners = long.unicodeScalars.count { $0 == "\u{034F}" }
        #expect(joiners == 40_000 / 256)
        #expect(long.isolatingMarks.utf8.elementsEqual(long.utf8))
        let rest = String(String.UnicodeScalarView(long.unicodeScalars.filter { $0 != "\u{034F}" }))
        #expect(rest.utf8.elementsEqual(("a" + Self.marks).utf8))
    }

    @Test func `compares and hashes texts of marks in little time once their rows are divided`() {
        let long = ("a" + Self.marks).isolatingMarks
        // Without the joiners it takes a hundred times as long and more.
        let length = ContinuousClock().measure {
            #expect(long != "other" && long.hashValue != (long + "b").hashValue)
        }
        #expect(length < .seconds(1))
    }

    @Test func `reads JSON whose texts are quick to compare`() throws {
        let escaped = #"{"a"# + String(repeating: #"\u0301\u0316"#, count: 1000) + #"":1}"#
        let object = try #require(try JSONValue.parse(Array(escaped.utf8)).object)
        #expect(object.keys.first?.unicodeScalars.contains("\u{034F}") == true)
    }
}
