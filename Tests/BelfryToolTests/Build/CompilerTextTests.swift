// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@testable internal import BelfryTool
internal import Testing

@Suite struct CompilerTextTests {
    private func shown(_ text: String, hasColours: Bool, piece: Int) -> String {
        var filter = CompilerText(hasColours: hasColours)
        var (rest, result) = (Array(text.utf8)[...], "")
        while !rest.isEmpty {
            result += filter.add(rest.prefix(piece))
            rest = rest.dropFirst(piece)
        }
        return result + filter.finish()
    }

    @Test(arguments: [1, 2, 3, 1000])
    func `what a source has in it moves no cursor, however it comes`(piece: Int) {
        let text = "a.c:1: \u{1B}[2Jé\u{9B}31m\u{202E}\tx\r\n\u{1B}]0;title\u{7}"
        let said = #"a.c:1: \u{1B}[2Jé\u{009B}31m\u{202E}"# + "\tx\\r\n" + #"\u{1B}]0;title\u{07}"#
        #expect(shown(text, hasColours: false, piece: piece) == said)
        #expect(shown(text, hasColours: true, piece: piece) == said)
    }

    @Test(arguments: [1, 1000])
    func `the compiler's colours stay where it was asked for them`(piece: Int) {
        let text = "\u{1B}[01m\u{1B}[Ka.c:1\u{1B}[m\u{1B}[K \u{1B}[0;31merror\u{1B}[0m\n\u{1B}[31"
        let plain = text.dropLast(4) + #"\u{1B}[31"#
        #expect(shown(text, hasColours: true, piece: piece) == plain)
        #expect(!shown(text, hasColours: false, piece: piece).contains("\u{1B}"))
    }

    @Test func `a quote in colours is of what the author wrote`() throws {
        let folder = try TemporaryFolder()
        try folder.write("import Network\nimport Network", to: "a.swift")
        let path = folder("a.swift")
        var places = BuildPlaces()
        places.add(path)
        let source = try SwiftSource(path, absent: ["Network"], within: places)
        var text = CompilerText(hasColours: true, authors: AuthorLines([source]))
        func quote(_ code: String) -> String { "\u{1B}[0;36m1 |\u{1B}[0;0m \(code)\n" }
        let rewritten = quote("import Swift  ")
        func said(_ place: String) -> String {
            text.add(
                "\(place):1:8: \u{1B}[1;31merror: \u{1B}[1;39mno\u{1B}[0;0m\n\(rewritten)".utf8
            )
        }
        #expect(said(path).hasSuffix(quote("import Network")))
        #expect(said("\(path).swift").hasSuffix(rewritten))
    }

    @Test func `a build shows no escape sequence of a source`() async throws {
        let folder = try TemporaryFolder()
        try folder.write("int x = \"a\u{1B}[2J\u{9B}b\" + nonsense;\n", to: "a.c")
        let build = try await folder.belfry("build", "a.c")
        #expect(build.status == 65)
        #expect(build.errors.contains("nonsense"))
        let odd = build.errors.unicodeScalars.filter { $0 == "\u{1B}" || $0 == "\u{9B}" }
        #expect(odd.isEmpty, "\(build.errors)")
    }
}
