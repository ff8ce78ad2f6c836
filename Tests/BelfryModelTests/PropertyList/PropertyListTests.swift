// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import Foundation
import Testing

@Suite struct PropertyListTests {
    static var sample: [String: Any] {
        [
            "text": "é & <b> 😀", "empty": "", "yes": true, "no": false, "one": 1, "minus": -7,
            "big": 1_234_567_890_123, "half": 0.5, "list": ["a", ["b"], [String: Any]()] as [Any],
            "date": Date(timeIntervalSince1970: 0), "data": Data([1, 2, 3]),
            "long": String(repeating: "x", count: 300), "many": Array(0..<40),
        ]
    }

    static let expected: PropertyList = .dictionary([
        "text": .string("é & <b> 😀"), "empty": .string(""), "yes": .bool(true), "no": .bool(false),
        "one": .integer(1), "minus": .integer(-7), "big": .integer(1_234_567_890_123),
        "half": .real(0.5),
        "list": .array([.string("a"), .array([.string("b")]), .dictionary([:])]),
        "date": .date, "data": .data, "long": .string(String(repeating: "x", count: 300)),
        "many": .array((0..<40).map { .integer($0) }),
    ])

    @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
    func `reads what Foundation writes`(
        format: PropertyListSerialization.PropertyListFormat
    ) throws {
        let data = try PropertyListSerialization.data(
            fromPropertyList: Self.sample,
            format: format,
            options: 0
        )
        #expect(try PropertyList.parse(Array(data)) == Self.expected)
    }

    @Test func `reads comments, sections, entities and closed forms`() throws {
        let text = """
            \u{FEFF}<?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/x.dtd">
            <!-- a <comment> -->
            <plist version="1.0"><dict>
              <key>a</key><string>x<![CDATA[<&]]>&#x41;&#66;&quot;<!-- c --></string>
              <key>b</key><true></true><!-- d --><key>c</key><array/>
              <key>d</key><string/><key>e</key><integer> 0x1F </integer><key>f</key><real>1</real>
            </dict></plist>

            """
        #expect(
            try PropertyList.parse(Array(text.utf8))
                == .dictionary([
                    "a": .string("x<&AB\""), "b": .bool(true), "c": .array([]), "d": .string(""),
                    "e": .integer(31), "f": .real(1),
                ])
        )
    }

    @Test(arguments: [
        ("hello", "neither"), ("{\"a\": 1}", "JSON"), ("  \n", "white space"),
        ("<html></html>", "<html> where <plist>"), ("<plist/>", "<dict>"), ("<plist>", "no value"),
        ("<plist></plist>", "</plist>"),
        ("<plist>\n<dict>\n<key>a</key><tru/>", "<tru> on line 3, column 13"),
        ("<plist><dict><key>a</key></dict></plist>", "no value for the key \"a\""),
        ("<plist><dict><string>a</string></dict></plist>", "where <key>"),
        ("<plist><dict><key>a</key><true/><key>a</key><true/></dict></plist>", "twice"),
        ("<plist><dict>text</dict></plist>", "text between"),
        ("<plist><dict>", "ends inside <dict>"),
        ("<plist><array><string>a", "ends inside <string>"),
        ("<plist><true/></plist>x", "after </plist>"),
        ("<plist><true/><true/></plist>", "</plist> is expected"),
        ("<plist><array></dict></plist>", "</array> is expected"),
        ("<plist><integer>1.5</integer></plist>", "<integer>"),
        ("<plist><real>nan</real></plist>", "<real>"),
        ("<plist><string>a & b</string></plist>", "ampersand"),
        ("<plist><string>&foo;</string>", "entity"),
        ("<plist><string>&amp", "ampersand"), ("<plist><string>&#xD800;</string>", "entity"),
        ("<!DOCTYPE p [<!ENTITY a \"b\">]><plist/>", "entities"), ("<plist", "ends inside a tag"),
        ("<!-- x", "ends inside a comment"), ("bplist00", "damaged"),
    ])
    func `says what is wrong with a file`(text: String, part: String) throws {
        let error = try #require(throws: PropertyListError.self) {
            try PropertyList.parse(Array(text.utf8))
        }
        #expect(error.description.contains(part), "\(error)")
    }

    @Test func `caps the depth of XML`() {
        let text = "<plist>" + String(repeating: "<array>", count: 30_000)
        #expect(throws: PropertyListError.self) { try PropertyList.parse(Array(text.utf8)) }
    }

    @Test(
        arguments: [
            // Forty arrays, each holding the next one twice: 2^40 values once written out.
            (0..<40).map { [0xA2, $0 + 1, $0 + 1] } + [[0x51, 0x61]],
            // An array that holds itself.
            [[0xA1, 0]],
            // A hundred arrays within each other.
            (0..<100).map { [0xA1, $0 + 1] } + [[0x51, 0x61]],
            // A reference to no object, a string longer than the file, a key that is no string.
            [[0xA1, 9]], [[0x5F, 0x13, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]],
            [[0xD1, 1, 1], [0x09]],
        ] as [[[UInt8]]]
    )
    func `refuses a hostile binary list at once`(objects: [[UInt8]]) {
        #expect(throws: PropertyListError.self) {
            try PropertyList.parse(Self.binary(objects))
        }
    }

    @Test func `caps the text of a binary list that names it many times`() throws {
        let text = [0x5F, 0x11, 0x40, 0x00] + [UInt8](repeating: 0x61, count: 0x4000)
        let list = { (count: UInt8) in
            Self.binary([[0xAF, 0x10, count] + [UInt8](repeating: 1, count: Int(count)), text])
        }
        let few = PropertyList.array(
            Array(repeating: .string(String(repeating: "a", count: 0x4000)), count: 8)
        )
        #expect(try PropertyList.parse(list(8)) == few)
        let error = try #require(throws: PropertyListError.self) {
            try PropertyList.parse(list(64))
        }
        #expect(error.message.contains("characters of text"))
    }

    @Test func `survives every changed byte of a binary list`() throws {
        let data = try PropertyListSerialization.data(
            fromPropertyList: ["a": [1, 0.5, "é", true, "bc"] as [Any]],
            format: .binary,
            options: 0
        )
        for place in data.indices {
            for byte: UInt8 in [0x00, 0x0F, 0x7F, 0x80, 0xAF, 0xDF, 0xFF] {
                var bytes = Array(data)
                bytes[place] = byte
                do {
                    _ = try PropertyList.parse(bytes)
                } catch {
                    #expect(!error.message.isEmpty)
                }
            }
        }
    }

    @Test func `refuses a file that is too large`() {
        let bytes = [UInt8](repeating: 0x20, count: PropertyList.maximumByteCount + 1)
        #expect(throws: PropertyListError.self) { try PropertyList.parse(bytes) }
    }

    /// Puts objects into a binary list with one-byte references and two-byte offsets.
    private static func binary(_ objects: [[UInt8]]) -> [UInt8] {
        var bytes = Array("bplist00".utf8)
        var offsets: [UInt8] = []
        for object in objects {
            offsets += [UInt8(bytes.count >> 8), UInt8(bytes.count & 255)]
            bytes += object
        }
        let table = bytes.count
        bytes += offsets + [0, 0, 0, 0, 0, 0, 2, 1]
        for number in [objects.count, 0, table] {
            bytes += [0, 0, 0, 0, 0, 0, UInt8(number >> 8), UInt8(number & 255)]
        }
        return bytes
    }
}
