// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import Glibc
internal import Testing

/// The exit statuses that pages list are those of the commands' help, and of the code.
@Suite struct ExitStatusPageTests {
    /// A list of a page's, by what it begins with, and the command that it is of.
    struct List: CustomTestStringConvertible {
        let page: String
        let start: String
        let command: [String]

        var testDescription: String { page }

        init(_ page: String, _ start: String, _ command: String...) {
            self.page = page
            self.start = start
            self.command = command
        }
    }

    static let lists = [
        List("Build", "The tool ends with ", "build"),
        List("Measure", "| Exit status | |\n", "measure"),
        List("Replay", "Exit status: ", "replay"),
        List("Report", "## Exit statuses\n", ""),
        List("Show", "Exit status: ", "show"),
        List("Validate", "Exit status: ", "validate"),
    ]

    @Test(arguments: lists)
    func `a page lists what the command's help lists`(_ list: List) async throws {
        let folder = try TemporaryFolder()
        let arguments = list.command.filter { !$0.isEmpty } + ["--help"]
        let help = try await folder.belfry.run(arguments)
        try #require(help.status == 0)
        // A terminal's width breaks its lines anywhere.
        let paragraphs = help.output.split(separator: "\n\n").map {
            String($0).replacing("\n", with: " ")
        }
        let own = try #require(
            paragraphs.lazy.compactMap { Self.paragraph(of: $0, from: "Exit status") }.first
        )
        #expect(try Self.listed(list) == Self.numbers(in: own))
    }

    @Test func `the page of all statuses has those of the code and no others`() throws {
        let path = "Sources/BelfryTool/Outcome/ExitStatus.swift"
        let source = try String(
            contentsOf: Repository.root.appendingPathComponent(path),
            encoding: .utf8
        )
        let systems: [Substring: Int32] = [
            "EX_USAGE": EX_USAGE, "EX_DATAERR": EX_DATAERR, "EX_NOINPUT": EX_NOINPUT,
            "EX_UNAVAILABLE": EX_UNAVAILABLE, "EX_SOFTWARE": EX_SOFTWARE, "EX_OSERR": EX_OSERR,
            "EX_CANTCREAT": EX_CANTCREAT, "EX_TEMPFAIL": EX_TEMPFAIL, "EX_NOPERM": EX_NOPERM,
            "EX_CONFIG": EX_CONFIG,
        ]
        var statuses = Set([SIGHUP, SIGINT, SIGTERM].map { 128 + Int($0) })
        for match in source.matches(of: /static let \w+ = ExitStatus\(code: (\w+)\)/) {
            let number = Int(match.1) ?? systems[match.1].map { Int($0) }
            statuses.insert(try #require(number, "\(match.1)"))
        }
        #expect(statuses.count == 20)
        let report = try #require(Self.lists.first { $0.page == "Report" })
        #expect(try Self.listed(report) == statuses)
    }

    @Test func `the page on continuous integration has every verdict's and command's`() throws {
        let list = List("ContinuousIntegration", "## Exit statuses\n")
        #expect(try Self.listed(list) == [0, 1, 2, 3, 4, 5, 6, 64])
    }

    /// The numbers that a page lists: in the first column of a table, or in a paragraph.
    private static func listed(_ list: List) throws -> Set<Int> {
        let page = Repository.root.appendingPathComponent("Documentation/\(list.page).md")
        let text = try String(contentsOf: page, encoding: .utf8)
        guard list.start.hasSuffix("\n") else {
            return numbers(in: try #require(paragraph(of: text, from: list.start)))
        }
        let start = try #require(text.firstRange(of: list.start))
        let rows = text[start.upperBound...].split(
            separator: "\n",
            omittingEmptySubsequences: false
        )
        .drop { !$0.hasPrefix("|") }.prefix { $0.hasPrefix("|") }
        return rows.reduce(into: []) { found, row in
            found.formUnion(numbers(in: row.split(separator: "|").first ?? ""))
        }
    }

    /// What stands from some words on to the next empty line.
    private static func paragraph(of text: String, from start: String) -> Substring? {
        guard let start = text.firstRange(of: start) else { return nil }
        let rest = text[start.lowerBound...]
        return rest[..<(rest.firstRange(of: "\n\n")?.lowerBound ?? rest.endIndex)]
    }

    private static func numbers(in text: Substring) -> Set<Int> {
        Set(text.matches(of: /\b([0-9]{1,3})\b/).compactMap { Int($0.1) })
    }
}
