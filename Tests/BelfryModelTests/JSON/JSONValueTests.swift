// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import Foundation
import Testing

@Suite struct JSONValueTests {
    @Test(
        arguments: [
            ("3", 3, 3), ("3.0", 3, 3), ("30e-1", 3, 3), ("1e3", 1000, 1000), ("-0", 0, 0),
            ("1.5", nil, 1.5), ("1e30", nil, 1e30), ("9223372036854775807", Int.max, 0x1p63),
            ("9223372036854775808", nil, 0x1p63), ("1.5e-9223372036854775808", nil, 0),
            ("1.5e-9223372036854775809", nil, 0), ("0.0e9223372036854775807", 0, 0),
        ] as [(String, Int?, Double)]
    )
    func `a number knows its integer and its double`(
        literal: String,
        int: Int?,
        double: Double
    ) throws {
        let number = try #require(JSONNumber(literal: literal))
        #expect(number.int == int)
        #expect(number.double == double)
        #expect(number.literal == literal)
    }

    @Test(arguments: ["", "+1", ".5", "1.", "01", "1e", "0x1", "1 ", "NaN", "1e999"])
    func `a literal that is no JSON number is refused`(literal: String) {
        #expect(JSONNumber(literal: literal) == nil)
    }

    @Test(arguments: [
        ("1", "1.0", true), ("1e2", "100", true), ("0.10", "0.1", true), ("0", "-0.0", true),
        ("1", "-1", false), ("12345678901234567890", "12345678901234567891", false),
        ("0.1", "0.10000000000000001", false),
    ])
    func `numbers are equal by their decimal value`(left: String, right: String, areEqual: Bool) {
        let (left, right) = (JSONNumber(literal: left), JSONNumber(literal: right))
        #expect((left == right) == areEqual)
        if areEqual { #expect(left?.hashValue == right?.hashValue) }
    }

    @Test func `an object is equal to one in another order and compares keys by their bytes`() {
        var object: JSONObject = ["a": 1, "b": 2]
        #expect(object == ["b": 2, "a": 1])
        #expect(object != ["b": 2, "a": 2])
        object["é"] = 3
        #expect(object["e\u{301}"] == nil)
        object["a"] = nil
        #expect(object.keys == ["b", "é"])
    }

    @Test(.timeLimit(.minutes(1))) func `compares objects in another order in little time`() {
        let keys = (0..<20_000).map { "key \($0)" }
        var (left, right) = (JSONObject(), JSONObject())
        for key in keys { left.append(1, forNew: key) }
        for key in keys.reversed() { right.append(1, forNew: key) }
        #expect(left == right)
        right["key 7"] = 2
        #expect(left != right)
        // What nests is compared once at each depth.
        func nested(_ order: [String]) -> JSONValue {
            (0..<JSONValue.maximumDepth).reduce(JSONValue.null) { value, _ in
                var object = JSONObject()
                object["a"] = value
                for key in order { object[key] = .string(key) }
                return .object(object)
            }
        }
        #expect(nested(["x", "y"]) == nested(["y", "x"]))
        #expect(nested(["x", "y"]) != nested(["y", "z"]))
    }

    @Test func `escapes what has to be and nothing else`() {
        let value: JSONValue = ["k\"": "\\\u{8}\u{C}\n\r\t\u{1}\u{1F}/é😀\u{7F}"]
        let text = String(decoding: value.serialized(), as: UTF8.self)
        #expect(text == "{\"k\\\"\":\"\\\\\\b\\f\\n\\r\\t\\u0001\\u001f/é😀\u{7F}\"}")
    }

    @Test func `writes one member a line when it is to be pretty`() {
        let value: JSONValue = ["a": [1, 2], "b": [:], "c": []]
        let text = String(decoding: value.serialized(isPretty: true), as: UTF8.self)
        #expect(
            text == """
                {
                  "a": [
                    1,
                    2
                  ],
                  "b": {},
                  "c": []
                }
                """
        )
    }

    @Test func `goes through an encoder and back`() throws {
        let value: JSONValue = [
            "null": .null, "yes": true, "no": false, "one": 1, "text": "é",
            "half": .number(try #require(JSONNumber(0.5))), "list": [1, [], [:]],
        ]
        let data = try JSONEncoder().encode(value)
        #expect(try JSONDecoder().decode(JSONValue.self, from: data) == value)
        #expect(try JSONValue.parse(Array(data)) == value)
    }
}
