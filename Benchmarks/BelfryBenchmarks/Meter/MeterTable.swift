// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// The results as Markdown.
struct MeterTable {
    let results: [MeterAgreement]
    let machine: Machine

    /// The share of the machine that other programs used meanwhile; nil where nobody knows.
    let disturbance: Double?

    var markdown: String {
        let others = disturbance.map { "\(Int(($0 * 100).rounded())) %" } ?? "an unknown share"
        var lines = [
            "- \(machine.processor), \(machine.coreCount) cores, Linux \(machine.kernel), "
                + "other programs used \(others) of it meanwhile",
            "",
            "| the extension | of | Belfry | the extension's own meter | another process's | "
                + "difference, p90 | runs that agree |",
            "| --- | --- | --- | --- | --- | --- | --- |",
        ]
        for result in results {
            let unit = result.work.quantity.unit
            let cells = [
                result.work.title, result.work.quantity.rawValue,
                text(result.median { $0.host }, unit), text(result.median { $0.inside }, unit),
                text(result.median { $0.outside }, unit), text(result.usualDifference, unit),
                "\(result.agreeingCount) of \(result.readings.count)",
            ]
            lines.append("| " + cells.joined(separator: " | ") + " |")
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private func text(_ value: Double?, _ unit: String) -> String {
        guard let value else { return "" }
        return String(format: unit == "ms" ? "%.2f ms" : "%.0f KB", value)
    }
}
