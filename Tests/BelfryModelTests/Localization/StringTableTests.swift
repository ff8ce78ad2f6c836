// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import Testing

@Suite struct StringTableTests {
    private static let text = """
        /* A comment: "X" = "y"; */
        "GREETING" = "Hallo %@";  // to the end
        plain.key = 'single';
        "escapes" = "a\\"b\\n\\t\\\\ \\U00e9 \\101";
        shorthand;
        "lines" = "one
        two";
        """

    private static let expected = [
        "GREETING": "Hallo %@", "plain.key": "single", "escapes": "a\"b\n\t\\ é A",
        "shorthand": "shorthand", "lines": "one\ntwo",
    ]

    private static func utf16(isBig: Bool) -> [UInt8] {
        ([0xFEFF] + Array(text.utf16)).flatMap { unit in
            let pair = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
            return isBig ? pair : pair.reversed()
        }
    }

    @Test(arguments: [
        Array(text.utf8), [0xEF, 0xBB, 0xBF] + Array(text.utf8), utf16(isBig: true),
        utf16(isBig: false), Array("{ \(text) }".utf8),
    ])
    func `reads the old form in each encoding`(_ bytes: [UInt8]) throws {
        #expect(try StringTable.parse(bytes).texts == Self.expected)
    }

    @Test func `reads a property list`() throws {
        let list = """
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0"><dict><key>A</key><string>a &amp; b</string>
            <key>N</key><integer>1</integer></dict></plist>
            """
        #expect(try StringTable.parse(Array(list.utf8)).texts == ["A": "a & b"])
    }

    @Test func `an empty file is an empty table`() throws {
        #expect(try StringTable.parse([]).texts.isEmpty)
    }

    @Test(arguments: [
        ("\"a\" = \"b\"\n\"c\" = \"d\";", "has no ; after the text of \"a\" on line 2"),
        ("\n\"a\" = \"b", "has a text without an end on line 2"),
        ("/* a", "has a comment without an end on line 1"),
        ("\"a\" = ;", "has no text where one is due on line 1"),
        ("{ a = b;", "has a brace without its other on line 1"),
        ("a = b; }", "has a brace without its other on line 1"),
    ])
    func `says what is wrong and where`(_ text: String, _ message: String) {
        let error = #expect(throws: StringTableError.self) {
            try StringTable.parse(Array(text.utf8))
        }
        #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "")")
    }

    @Test(arguments: [
        [0xFF], [0xFF, 0xFE], [0xFF, 0xFE, 0x41], [0x80, 0x80], [0x5C], [0x22, 0x5C],
    ])
    func `stands up to what is no text`(_ bytes: [UInt8]) {
        _ = try? StringTable.parse(bytes)
    }

    @Test func `a file too large is refused`() {
        let bytes = [UInt8](repeating: 0x20, count: StringTable.maximumByteCount + 1)
        #expect(throws: StringTableError.self) { try StringTable.parse(bytes) }
    }
}
