// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
internal import BelfryRuntime
internal import BelfryTerminal
internal import BelfryTool
internal import Foundation
internal import Testing

/// The reference as people and machines get it.
@Suite(.timeLimit(.minutes(1)))
struct VerdictPageTests {
    @Test func `the page has every entry, and help prints it from any build`() async throws {
        let page = VerdictPage().text
        for topic in VerdictTopic.allCases {
            let reason = topic.reason.map { "### \(topic.kind.rawValue): \($0)" }
            #expect(page.contains("\n\(reason ?? "## \(topic.kind.rawValue)")\n"), "\(topic)")
        }
        let belfry = Tool(folder: FileManager.default.temporaryDirectory)
        let help = try await belfry("help", "Verdicts")
        #expect(help.status == 0, "\(help.errors)")
        let comment = try #require(page.range(of: "<!--[^\n]*-->\n\n", options: .regularExpression))
        #expect(help.output == page.replacingCharacters(in: comment, with: ""))
    }

    @Test func `the screen has every part of an entry, in lines that fit`() {
        let screen = VerdictScreen(terminal: .standardError)
        let entry = VerdictReference.entry(for: .fallback(.timeout))
        let text = screen.render([entry])
        for part in ["fallback:timeout", "meaning", "causes", "evidence", "cure", "quarantine"] {
            #expect(text.contains(part), "\(part)")
        }
        for topic in VerdictTopic.allCases {
            let text = screen.render([VerdictReference.entry(for: topic)])
            for line in text.split(separator: "\n") { #expect(line.count <= 120, "\(line)") }
        }
    }

    @Test func `the tool prints an entry, a list, and JSON`() async throws {
        let belfry = Tool(folder: FileManager.default.temporaryDirectory)
        let one = try await belfry("explain", "fallback:", "timeout")
        #expect(one.status == 0 && one.output.contains("fallback:timeout"), "\(one.errors)")
        let list = try await belfry("explain", "rejected")
        #expect(list.output.contains("rejected:quarantined"))
        #expect(!list.output.contains("fallback:"))
        let json = try await belfry("explain", "memory", "--json")
        let entries = try JSONDecoder().decode([VerdictEntry].self, from: Data(json.output.utf8))
        #expect(entries.map(\.name) == ["fallback:memory", "retirement:memory"])
        let all = try await belfry("explain", "--verdicts", "--json")
        let whole = try JSONDecoder().decode([VerdictEntry].self, from: Data(all.output.utf8))
        #expect(whole == VerdictTopic.allCases.map(VerdictReference.entry))
        let wrong = try await belfry("explain", "tiemout")
        #expect(wrong.status == 64 && wrong.output.isEmpty)
        #expect(wrong.errors.contains("fallback:timeout?"))
    }
}
