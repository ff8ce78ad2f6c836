// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryMeasure
internal import BelfryReplay
internal import BelfryReport
internal import BelfryRuntime
@testable internal import BelfryTool
internal import BelfryTerminal
internal import Foundation

extension FuzzTarget {
    /// Reports of any numbers and texts on the screens of the tool, and as its JSON.
    ///
    /// Every line of a screen shows as itself, and so does the JSON, which means the same.
    static let screens = FuzzTarget(
        "screens",
        byteLimit: 16384,
        check: { bytes in
            let data = Data(bytes)
            let terminal = Terminal.standardOutput
            if let report = decoded(RunReport.self, data) {
                try check(ReportScreen(terminal: terminal).render(report))
                try check(report)
            } else if let report = decoded(MeasurementReport.self, data) {
                try check(MeasureScreen(terminal: terminal, width: 100).render(report))
                if let tuning = report.tuning {
                    try check(TuningScreen(terminal: terminal).render(tuning))
                }
                if let comparison = report.comparison {
                    try check(ComparisonScreen(terminal: terminal, width: 100).render(comparison))
                }
                _ = MeasurementPage(report).html
                try check(report)
            } else if let report = decoded(ReplayReport.self, data) {
                try check(ReplayScreen(terminal: terminal).render(report))
                try check(report)
            }
        }
    )

    private static func decoded<Report: Decodable>(_ type: Report.Type, _ data: Data) -> Report? {
        try? JSONDecoder().decode(type, from: data)
    }

    /// Nothing is printed: the terminal is only asked whether there is one.
    private static func check(_ screen: String) throws {
        for line in screen.split(separator: "\n") { try holdOneLine(String(line)) }
    }

    private static func check(_ report: some Encodable) throws {
        let text = try JSONText.pretty(report)
        for line in text.split(separator: "\n") { try holdOneLine(String(line)) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let plain = try JSONSerialization.jsonObject(with: encoder.encode(report)) as? NSDictionary
        let escaped = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary
        try hold(plain == escaped, "the JSON means another thing when it is escaped")
    }
}
