// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryMeasure
internal import BelfryModel
internal import BelfryReplay
internal import BelfryReport
@testable internal import BelfryTool
internal import BelfryTerminal
internal import Foundation
internal import Testing

/// Numbers and texts of a report come from bundles, extensions and clocks: each has a screen.
@Suite("Reports with any numbers and texts")
struct ForeignReportTests {
    /// Those that the fuzzer begins with.
    private static let reports = [
        "compare", "measure", "replay", "run", "run-memory", "tune",
    ]

    /// Numbers at the ends of the types, where sums and conversions do not fit.
    private static let numbers = [
        "0", "-1", "9223372036854775807", "-9223372036854775808", "1e300", "-1e300", "5e-324",
    ]

    /// Texts that would move a terminal's cursor, turn its direction, or hide in what they join.
    private static let texts = [#""\r\n\u001b[2J\u202e""#, #""a\u200db""#, #""""#]

    @Test(arguments: reports)
    func `have a screen and a page, whichever number in them is extreme`(name: String) throws {
        let text = try Self.text(of: name)
        let shownCount = try Self.showWithEach(Self.number, of: text, as: Self.numbers)
        #expect(shownCount >= text.matches(of: Self.number).count / 2, "most were refused")
    }

    @Test(arguments: reports)
    func `print nothing that moves the cursor, whichever text in them does`(name: String) throws {
        let text = try Self.text(of: name)
        #expect(try Self.showWithEach(Self.string, of: text, as: Self.texts) > 0)
    }

    private static func text(of name: String) throws -> String {
        let place = "Fuzzing/Corpus/screens/\(name).json"
        let bytes = try Data(contentsOf: Repository.root.appending(path: place))
        return String(decoding: bytes, as: UTF8.self)
    }

    private typealias Member = Regex<(Substring, Substring)>

    /// A member of an object that is a number, and one that is a text, each with its name.
    private static var number: Member { /"(\w+)"\s*:\s*-?\d[\d.eE+-]*/ }
    private static var string: Member { /"(\w+)"\s*:\s*"(?:[^"\\]|\\.)*"/ }

    /// Gives the members of each name each of the values, all at once and the first alone.
    ///
    /// - Returns: How many of the reports could be read.
    private static func showWithEach(
        _ member: Member,
        of text: String,
        as values: [String]
    ) throws -> Int {
        try #require(try screens(of: text) != nil)
        var shownCount = 0
        for name in Set(text.matches(of: member).map { String($0.output.1) }) {
            for (value, limit) in values.flatMap({ [($0, 1), ($0, .max)] }) {
                var changedCount = 0
                let changed = text.replacing(member) { match in
                    guard match.output.1 == name, changedCount < limit else {
                        return String(match.output.0)
                    }
                    changedCount += 1
                    return "\"\(name)\":\(value)"
                }
                guard let screens = try screens(of: changed) else { continue }
                shownCount += 1
                let lines = screens.joined(separator: "\n").split(separator: "\n")
                let bad = lines.first { String($0).neutralised() != $0 }
                #expect(bad == nil, "\(name) as \(value)")
            }
        }
        return shownCount
    }

    /// The screens of a report as the tool has them; nil where it cannot be read as one.
    private static func screens(of text: String) throws -> [String]? {
        let data = Data(text.utf8)
        let terminal = Terminal.standardError
        if let report = decoded(RunReport.self, data) {
            return [ReportScreen(terminal: terminal).render(report)]
        }
        if let report = decoded(MeasurementReport.self, data) {
            _ = MeasurementPage(report).html
            let tuning = report.tuning.map { TuningScreen(terminal: terminal).render($0) }
            let comparison = report.comparison.map {
                ComparisonScreen(terminal: terminal, width: 100).render($0)
            }
            let screen = MeasureScreen(terminal: terminal, width: 100).render(report)
            return [screen, tuning, comparison].compactMap(\.self)
        }
        return decoded(ReplayReport.self, data).map {
            [ReplayScreen(terminal: terminal).render($0)]
        }
    }

    private static func decoded<Report: Decodable>(_ type: Report.Type, _ data: Data) -> Report? {
        try? JSONDecoder().decode(type, from: data)
    }
}
