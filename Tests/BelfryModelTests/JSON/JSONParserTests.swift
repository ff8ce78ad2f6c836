// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import Testing

@Suite struct JSONParserTests {
    static let valid: [(String, JSONValue)] = [
        ("null", .null),
        ("true", true),
        (" false\n", false),
        ("-0.5e+3", .number(JSONNumber(-500))),
        ("\"\"", ""),
        (#""a\"\\\/\b\f\n\r\t\u00e9\uD83D\uDE00""#, "a\"\\/\u{8}\u{C}\n\r\té😀"),
        (#""\u0000é""#, "\u{0}é"),
        ("[]", []),
        ("[1, [2], {}]", [1, [2], [:]]),
        (#"{"b": 1, "a": {"c": null}}"#, ["b": 1, "a": ["c": .null]]),
    ]

    @Test(arguments: valid)
    func `reads what RFC 8259 allows`(text: String, expected: JSONValue) throws {
        #expect(try JSONValue.parse(Array(text.utf8)) == expected)
    }

    @Test func `keeps the order of members and the digits of numbers`() throws {
        let text = #"{"z":12345678901234567890,"a":1.50,"m":[1E2,-0]}"#
        let value = try JSONValue.parse(Array(text.utf8))
        #expect(value.object?.keys == ["z", "a", "m"])
        #expect(String(decoding: value.serialized(), as: UTF8.self) == text)
    }

    struct Fault: Sendable {
        let text: String
        let line: Int
        let column: Int
        let offset: Int
        let hint: String

        init(_ text: String, _ line: Int, _ column: Int, _ offset: Int, _ hint: String) {
            (self.text, self.line, self.column) = (text, line, column)
            (self.offset, self.hint) = (offset, hint)
        }
    }

    static let faults = [
        Fault("", 1, 1, 0, "{}"),
        Fault(" \n ", 2, 2, 3, "{}"),
        Fault("{\n    aps : {\n    }\n}", 2, 5, 6, #"keys are quoted: "aps""#),
        Fault("{mutable-content: 1}", 1, 2, 1, #""mutable-content""#),
        Fault("{1: 2}", 1, 2, 1, #"keys are quoted: "1""#),
        Fault(#"{"a": 1,}"#, 1, 8, 7, "remove the comma"),
        Fault("[1,\n]", 1, 3, 2, "remove the comma"),
        Fault("[1,,2]", 1, 4, 3, "remove the comma"),
        Fault(#"{,"a": 1}"#, 1, 2, 1, "remove the comma"),
        Fault("{“aps”: 1}", 1, 2, 1, "straight double quote"),
        Fault(#"{"a": ‘x’}"#, 1, 7, 6, "straight double quote"),
        Fault("{\"a\": 1}\n”", 2, 1, 9, "remove it"),
        Fault("{'a': 1}", 1, 2, 1, "double quotes"),
        Fault("[1] // note", 1, 5, 4, "no comments"),
        Fault("{ /* note */ }", 1, 3, 2, "no comments"),
        Fault("# note\n{}", 1, 1, 0, "no comments"),
        Fault(#"{"a" 1}"#, 1, 6, 5, "colon"),
        Fault(#"{"a": 1 "b": 2}"#, 1, 9, 8, "comma between"),
        Fault(#"{"a": 1]"#, 1, 8, 7, "write }"),
        Fault("[1", 1, 3, 2, "close it with ]"),
        Fault(#"{"a""#, 1, 5, 4, "colon"),
        Fault(#"{"a":"#, 1, 6, 5, "missing value"),
        Fault(#"{"a":1,"a":2}"#, 1, 8, 7, "remove one"),
        Fault(#""abc"#, 1, 1, 0, "close it"),
        Fault("\"a\nb\"", 1, 3, 2, #"\n"#),
        Fault("\"a\tb\"", 1, 3, 2, #"\t"#),
        Fault("\"a\u{1}b\"", 1, 3, 2, #"\u0001"#),
        Fault(#""\x41""#, 1, 2, 1, #"\\ for a backslash"#),
        Fault(#""\u12""#, 1, 2, 1, "write four"),
        Fault(#""é\uD83D""#, 1, 3, 3, "both halves"),
        Fault(#""\uD83Dx""#, 1, 2, 1, "both halves"),
        Fault(#""\uD83DA""#, 1, 2, 1, "both halves"),
        Fault(#""\uDE00""#, 1, 2, 1, "both halves"),
        Fault("{} {}", 1, 4, 3, "remove it"),
        Fault("True", 1, 1, 0, "write true"),
        Fault("[None]", 1, 2, 1, "write null"),
        Fault("[NaN]", 1, 2, 1, "no NaN"),
        Fault("{\"message\": {message}}", 1, 14, 13, #"keys are quoted: "message""#),
        Fault("[hello]", 1, 2, 1, #"strings are quoted: "hello""#),
        Fault("[01]", 1, 2, 1, "remove the zero"),
        Fault("[+1]", 1, 2, 1, "plus sign"),
        Fault("[.5]", 1, 2, 1, "write 0 before"),
        Fault("[-]", 1, 2, 1, "digits follow"),
        Fault("[1.]", 1, 2, 1, "digits follow"),
        Fault("[1e]", 1, 2, 1, "digits follow"),
        Fault("[1e999]", 1, 2, 1, "1.8e308"),
        Fault("\u{FEFF}{}", 1, 1, 0, "byte order mark"),
        Fault("\"é\r\nü", 1, 3, 3, #"\n"#),
    ]

    @Test(arguments: faults)
    func `names the place of a fault and the way out`(fault: Fault) throws {
        let error = try #require(throws: JSONError.self) {
            try JSONValue.parse(Array(fault.text.utf8))
        }
        #expect(error.line == fault.line, "\(error)")
        #expect(error.column == fault.column, "\(error)")
        #expect(error.offset == fault.offset, "\(error)")
        #expect(error.hint.contains(fault.hint), "\(error)")
        #expect(!error.description.contains { $0.isNewline })
    }

    @Test(
        arguments: [
            ([0x22, 0xC3, 0x28, 0x22], 1),
            ([0x5B, 0xED, 0xA0, 0x80, 0x5D], 1),
            ([0x22, 0x61, 0xF5, 0x22], 2),
            ([0xFF, 0xFE, 0x7B, 0x00], 0),
        ] as [([UInt8], Int)]
    )
    func `refuses bytes that are not UTF-8 and tells their offset`(
        bytes: [UInt8],
        offset: Int
    ) throws {
        let error = try #require(throws: JSONError.self) { try JSONValue.parse(bytes) }
        #expect(error.offset == offset)
        #expect(error.hint.contains("UTF-8"))
    }

    @Test func `nests up to the cap and not beyond`() throws {
        func nested(_ depth: Int) -> [UInt8] {
            Array(
                (String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8
            )
        }
        _ = try JSONValue.parse(nested(JSONValue.maximumDepth))
        let error = try #require(throws: JSONError.self) {
            try JSONValue.parse(nested(JSONValue.maximumDepth + 1))
        }
        #expect(error.offset == JSONValue.maximumDepth)
        #expect(throws: JSONError.self) { try JSONValue.parse(nested(1_000_000)) }
    }

    @Test func `ends in a value or an error for every cut and every changed byte`() {
        let text = Array(
            #"{"aps":{"alert":{"title":"é\uD83D\uDE00"},"badge":-1.5e3,"x":[true,null]}}"#.utf8
        )
        for end in text.indices {
            #expect(throws: JSONError.self) { try JSONValue.parse(Array(text[..<end])) }
            for byte: UInt8 in [0x00, 0x22, 0x2C, 0x5C, 0x7B, 0x80, 0xFF] {
                var changed = text
                changed[end] = byte
                if let value = try? JSONValue.parse(changed) {
                    #expect((try? JSONValue.parse(value.serialized())) == value)
                }
            }
        }
    }
}
