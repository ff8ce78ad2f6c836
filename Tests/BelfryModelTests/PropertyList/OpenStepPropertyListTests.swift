// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@testable import BelfryModel
internal import Testing

/// Property lists in the format of Xcode's projects.
@Suite struct OpenStepPropertyListTests {
    private func parse(_ text: String) throws(PropertyListError) -> PropertyList {
        try PropertyList.parseOpenStep(Array(text.utf8))
    }

    @Test func `reads dictionaries, arrays, texts and comments`() throws {
        let list = try parse(
            """
            // !$*UTF8*$!
            {
                objects = { /* begin */
                    13B07F86 /* A.swift */ = {isa = PBXFileReference; path = "A \\"b\\".swift"; };
                };
                "key[sdk=iphoneos*]" = ( one, 'two', (), ); empty = "";
                data = <0fbd 77>; unicode = "\\U00e9\\n";
            }
            """
        )
        let reference: PropertyList = .dictionary([
            "isa": .string("PBXFileReference"), "path": .string("A \"b\".swift"),
        ])
        #expect(list["objects"]?["13B07F86"] == reference)
        let array = list["key[sdk=iphoneos*]"]
        #expect(array == .array([.string("one"), .string("two"), .array([])]))
        #expect(array?.texts == ["one", "two"])
        #expect(list["empty"]?.text?.isEmpty == true)
        #expect(list["data"] == .data)
        #expect(list["unicode"]?.text == "é\n")
        #expect(list["absent"] == nil)
    }

    @Test(arguments: [
        ("", "has no text where one is expected on line 1"),
        ("{ a = b }", "has no ';' where one is expected on line 1"),
        ("{\n a b; }", "has no '=' where one is expected on line 2"),
        ("(a b)", "has no ',' where one is expected on line 1"),
        ("{ a = \"b", "ends inside a text on line 1"),
        ("{ /* a", "ends inside a comment on line 1"),
        ("{} x", "has text after its end on line 1"),
        ("<00", "has no '>' where one is expected on line 1"),
    ])
    func `a fault is named with its line`(text: String, message: String) {
        #expect { try parse(text) } throws: { ($0 as? PropertyListError)?.message == message }
    }

    @Test func `endless nesting is refused`() {
        let text = String(repeating: "(", count: 100_000)
        #expect(throws: PropertyListError.self) { try parse(text) }
    }
}
