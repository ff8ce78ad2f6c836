// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@testable import BelfryTool
internal import Testing

/// How Swift sources are split into tokens.
@Suite struct SwiftLexerTests {
    /// The code of a source, without comments and spaces.
    private func code(_ source: String) -> [String] {
        let text = SwiftText(source)
        return text.code.map { text[$0] }
    }

    @Test(arguments: [
        "let a = 1 // end",
        "/* open",
        "let a = \"open\nlet b = 2",
        "\"\\(a + \"\\(b)\") and\" + #\"raw \\#(c) \"\"\"#",
        "let r = #/a\"b/#\n\t@objc(x:) func ` é`() {}\r\n",
        "\"\"\"\n  \"quoted\" \\\n  \\(x)\n  \"\"\"",
        "\\", "\"\\", "#", "@", "#\"\"#", "`open\nx", "\"\\(", "é",
    ])
    func `the tokens are all of the source, without a gap`(source: String) {
        let text = SwiftText(source)
        #expect(text.tokens.map { text[$0] }.joined() == source)
        var end = 0
        for token in text.tokens {
            #expect(token.range.lowerBound == end && !token.range.isEmpty)
            end = token.range.upperBound
        }
        #expect(end == source.utf8.count)
    }

    @Test func `comments nest`() {
        #expect(code("a /* /* b */ c */ d // e\nf") == ["a", "d", "f"])
    }

    @Test func `what is in an interpolation is code again`() {
        let words = code(#""one \(two(three) + "four \(five)") six" + seven"#)
        #expect(
            words == [
                #""one \("#, "two", "(", "three", ")", "+", #""four \("#, "five", #")""#,
                #") six""#,
                "+", "seven",
            ]
        )
    }

    @Test func `in a raw string only marked interpolations count`() {
        #expect(
            code(##"#"a \(b) " \#(c) d"# e"##) == [##"#"a \(b) " \#("##, "c", ##") d"#"##, "e"]
        )
    }

    @Test func `a string that is not closed ends with its line`() {
        #expect(code("let a = \"b\n@objc c") == ["let", "a", "=", "\"b", "@objc", "c"])
    }

    @Test func `a string of many lines may hold quotes`() {
        let source = "\"\"\"\n a \"b\" \\\"\"\" @objc\n\"\"\" c"
        #expect(code(source).last == "c")
        #expect(code(source).count == 2)
    }

    @Test(arguments: [
        "let a = /\"b/ c", "return /@objc(/ c", "f(/\"/, c", "let a = #/ \" \n / \"/# c",
        "x = ##/a/#\"/## c", "case /[\"]/ c",
    ])
    func `a regular expression is one token`(source: String) {
        let text = SwiftText(source)
        #expect(text.tokens.count { $0.kind == .regex } == 1)
        #expect(code(source).last == "c")
    }

    @Test(arguments: [
        "a / b / c", "a! / b / c", "(a) / b / c", "a[1] / 2 / c", "func / (l: A, r: A) -> /c",
        "f(+, /) / c", "1 / 2 / c",
    ])
    func `a slash that divides is none`(source: String) {
        #expect(!SwiftText(source).tokens.contains { $0.kind == .regex })
    }
}
