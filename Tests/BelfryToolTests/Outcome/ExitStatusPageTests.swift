// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryServer
internal import BelfryTool
internal import Foundation
internal import Glibc
internal import Testing

/// What pages say of exit statuses is what the program's own lists say (`ExitStatusList`).
@Suite struct ExitStatusPageTests {
    /// A command's list, and the page that has it.
    struct Listed: Sendable, CustomTestStringConvertible {
        let command: [String]
        let page: String
        let list: ExitStatusList

        var testDescription: String { (["belfry"] + command).joined(separator: " ") }

        /// The words of the page before its table; empty for a list in a paragraph, as the help's.
        var table = ""
    }

    static let listed = [
        Listed(command: [], page: "Report", list: .tool, table: "## Exit statuses "),
        Listed(command: ["build"], page: "Build", list: .build),
        Listed(command: ["show"], page: "Show", list: .show),
        Listed(command: ["measure"], page: "Measure", list: .measure, table: "| Exit status | |"),
        Listed(command: ["replay"], page: "Replay", list: .replay),
        Listed(command: ["validate"], page: "Validate", list: .validate),
        Listed(command: ["desktop", "test"], page: "Desktop", list: .desktopTest),
        Listed(command: ["desktop", "intercept"], page: "Intercept", list: .desktopIntercept),
    ]

    /// The lists that no page has.
    static let unlisted = [
        Listed(command: ["doctor"], page: "", list: .doctor),
        Listed(command: ["explain"], page: "", list: .explain),
        Listed(command: ["inspect"], page: "", list: .inspect),
        Listed(command: ["new", "service"], page: "", list: .new),
    ]

    @Test(arguments: listed + unlisted)
    func `a command's help has its list`(_ listed: Listed) async throws {
        let folder = try TemporaryFolder()
        let help = try await folder.belfry.run(listed.command + ["--help"])
        try #require(help.status == 0)
        // A terminal's width breaks its lines anywhere.
        #expect(Page(text: help.output).text.contains(listed.list.sentence))
    }

    @Test(arguments: listed)
    func `a page says of each status what the command's help says`(_ listed: Listed) throws {
        let page = try Page(listed.page)
        guard !listed.table.isEmpty else {
            return #expect(page.text.contains(listed.list.sentence))
        }
        try expect(page.rows(below: listed.table), toBe: listed.list.entries)
    }

    @Test func `the page on continuous integration has every verdict's and command's`() throws {
        let page = try Page("ContinuousIntegration")
        let early = ExitStatusList.tool.entries.filter { $0.statuses[0].code < 64 }
        try expect(page.rows(below: "## Exit statuses "), toBe: early)
    }

    @Test func `the list of all statuses has those of the code and no others`() throws {
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
        var statuses = Set([SIGHUP, SIGINT, SIGTERM].map { 128 + $0 })
        for match in source.matches(of: /static let \w+ = ExitStatus\(code: (\w+)\)/) {
            let number = Int32(match.1) ?? systems[match.1]
            statuses.insert(try #require(number, "\(match.1)"))
        }
        #expect(statuses.count == 20)
        #expect(Set(ExitStatusList.tool.entries.flatMap(\.statuses).map(\.code)) == statuses)
    }

    // MARK: In sentences

    /// What a page says of statuses in passing: the words with the numbers, and what these mean.
    struct Mention: Sendable, CustomTestStringConvertible {
        let page: String
        let words: String
        let codes: [Int32]

        var testDescription: String { "\(page): \(words)" }

        init(_ page: String, _ words: String, _ statuses: BelfryTool.ExitStatus...) {
            self.page = page
            self.words = words
            codes = statuses.map(\.code)
        }

        init(_ page: String, _ words: String, daemon: DaemonError.Status) {
            self.page = page
            self.words = words
            codes = [daemon.rawValue]
        }
    }

    static let mentions = [
        Mention("BudgetsAndVerdicts", "ends with 5 when one passes a limit", .pastLimit),
        Mention("Build", "The build ends with 65 where a setting is not what it has", .badData),
        Mention("Build", "bundle's in the same place; else the build ends with 65.", .badData),
        Mention("Build", "Targets that need each other are an error (65)", .badData),
        Mention("Build", "is made in; else the build ends with 65 or 64.", .badData, .usage),
        Mention("ContentExtensions", "and show ends with 1.", .fallback),
        Mention("ContinuousIntegration", "ends it with 5 where a clause comes true", .pastLimit),
        Mention(
            "ContinuousIntegration",
            "that answers with the original content ends with 0 as well",
            .delivered
        ),
        Mention("Daemon", "A wrong line ends the daemon with status 78", daemon: .configuration),
        Mention("Daemon", "a second one ends with 75 and says which", daemon: .temporary),
        Mention("Intercept", "the command ends with 75 and names it", .temporary),
        Mention("Intercept", "the session bus starts; belfry ends with 69", .unavailable),
        Mention("Manifest", "ends the tool with status 78, and says what to write", .badManifest),
        Mention("Manifest", "ends run, build and inspect with status 78", .badManifest),
        Mention("Measure", "One that comes true ends the command with 5.", .pastLimit),
        Mention(
            "Metrics",
            "A file that cannot be written is an error before the first run (exit status 73)",
            .cannotCreate
        ),
        Mention("PushEndpoint", "exit status 65 for a refusal", .badData),
        Mention("Replay", "replay --redact then ends with 64 and leaves the file", .usage),
        Mention("Replay", "Refused with 64 is a value without which the payload is none", .usage),
        Mention("Replay", "cut short that it was. All of that ends with 65.", .badData),
        Mention("Report", "a verdict for run (2, rejected: elf)", .rejected),
        Mention("Report", "and a status for inspect (66, 65)", .noInput, .badData),
        Mention(
            "Show",
            "what was expected and what there was go to standard error, and the exit "
                + "status is 4.",
            .nonconforming
        ),
        Mention(
            "Tool.docc/Tool",
            "exit status: 0 when it did what it is for, and from 64 on what kept it",
            .delivered,
            .usage
        ),
        Mention("../README", "a folder to begin with | 0 made |", .delivered),
        Mention("../README", "Swift packages into it | 0 made |", .delivered),
        Mention("../README", "a report | 0 to 3: below |", .delivered, .notCalled),
        Mention(
            "../README",
            "page, script | 0 to 3, 4: a step failed |",
            .delivered,
            .notCalled,
            .nonconforming
        ),
        Mention("../README", "| 0 measured, 5: past a limit |", .delivered, .pastLimit),
        Mention("../README", "| 0 the same, 6 not |", .delivered, .diverged),
        Mention("../README", "| 0 called, 3 not |", .delivered, .notCalled),
        Mention("../README", "runs nothing | 0 it could |", .delivered),
        Mention("../README", "| 0 all hold, 4 not |", .delivered, .nonconforming),
        Mention("../README", "| 0 can run, 71 not |", .delivered, .system),
        Mention("../README", "for trying downloads | 0 |", .delivered),
        Mention(
            "../README",
            "run ends with 0 when the extension's content was delivered (or dropped, by right), 1 "
                + "when the original was (fallback), 2 when it could not be loaded (rejected), 3 "
                + "when it was not called",
            .delivered,
            .fallback,
            .rejected,
            .notCalled
        ),
    ]

    @Test(arguments: mentions)
    func `a page has in passing the number of what it speaks of`(_ mention: Mention) throws {
        #expect(try Page(mention.page).text.contains(mention.words))
        let numbers = mention.words.matches(of: /\b[0-9]{1,3}\b/).compactMap { Int32($0.output) }
        #expect(numbers == mention.codes)
    }

    /// What speaks of another program's status.
    private static let foreign = ["ThreatModel": "exit status 76"]

    @Test func `no page speaks of a status that these tests do not know`() throws {
        let number = "([0-6]|6[4-9]|7[0-8]|129|130|143)\\b(?![.,]?\\d| ms| s\\b| %)"
        let spoken = try Regex(
            "(\\b([Ee]nds?|[Ee]nded|[Ee]xits?) (\\w+ ){0,6}?with (status )?|[Ss]tatus( is| of|:)? )"
                + number
        )
        var count = 0
        for name in try Page.names() {
            let page = try Page(name)
            var known = Self.mentions.filter { $0.page == name }.map(\.words)
            known += Self.listed.filter { $0.page == name }.map(\.list.sentence)
            if let other = Self.foreign[name] { known.append(other) }
            let places = known.flatMap { page.text.ranges(of: $0) }
            for match in page.text.matches(of: spoken) {
                let isKnown = places.contains {
                    $0.contains(match.range.lowerBound) || $0.overlaps(match.range)
                }
                #expect(isKnown, "\(name): … \(page.text[match.range]) …: list it in mentions")
                count += 1
            }
        }
        #expect(count > 15)
    }

    private func expect(
        _ rows: [(numbers: [Int32], meaning: Substring)],
        toBe entries: [ExitStatusList.Entry],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        try #require(rows.count == entries.count, sourceLocation: sourceLocation)
        for (row, entry) in zip(rows, entries) {
            #expect(row.numbers == entry.statuses.map(\.code), sourceLocation: sourceLocation)
            #expect(row.meaning == entry.meaning, sourceLocation: sourceLocation)
        }
    }
}

/// A page's words without Markdown's marks, each a space from the next.
private struct Page {
    let text: String

    /// Reads a page of the documentation.
    init(_ name: String) throws {
        let place = Repository.root.appendingPathComponent("Documentation/\(name).md")
        self.init(text: try String(contentsOf: place, encoding: .utf8))
    }

    init(text: String) {
        self.text = text.replacing(/\[([^\[\]]*)\]\([^()]*\)/) { $0.output.1 }
            .replacing("`", with: "")
            .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// The names of all pages, DocC's among them, and of README.
    static func names() throws -> [String] {
        let places = [("Documentation", ""), ("SDK", "../SDK/"), ("Sources", "../Sources/")]
        let pages = try places.flatMap { folder, prefix in
            let path = Repository.root.appendingPathComponent(folder).path
            return try FileManager.default.subpathsOfDirectory(atPath: path)
                .filter { $0.hasSuffix(".md") && (prefix.isEmpty || $0.contains(".docc/")) }
                .map { "\(prefix)\($0.dropLast(3))" }
        }
        return pages.sorted() + ["../README"]
    }

    /// The rows of the first table below some words that begin with a number: the numbers, and what
    /// the second column says.
    func rows(below start: String) throws -> [(numbers: [Int32], meaning: Substring)] {
        let begin = try #require(text.firstRange(of: start)).upperBound
        let end = text[begin...].firstRange(of: " ## ")?.lowerBound ?? text.endIndex
        return text[begin..<end].matches(of: /\| ([0-9, ]+)( and up)? \| ([^|]*) \|/).compactMap {
            guard $0.output.2 == nil else { return nil }
            let numbers = $0.output.1.matches(of: /[0-9]+/).compactMap { Int32($0.output) }
            return (numbers, $0.output.3)
        }
    }
}
