// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryMeasure
internal import BelfryModel
internal import BelfryPlot
internal import BelfryTerminal

/// The percentiles of a part, a row for each metric, with what they leave of its budget.
struct MeasureTable {
    let terminal: Terminal
    let width: Int

    /// The table's lines.
    func lines(of part: MeasuredPart) -> [String] {
        let metrics = Self.order.compactMap(part.metric)
        guard !metrics.isEmpty else { return [] }
        let titles = columns.map { Self.right($0.title, columnWidth) }.joined()
        let budget = hasBudgets ? "   p99.9 of the budget" : ""
        let indent = String(repeating: " ", count: 4 + Self.labelWidth)
        return [indent + terminal.styled(titles + budget, .faint)]
            + metrics.map { row(of: $0, in: part) }
    }

    private static let order: [MetricName] = [
        .wall, .startUp, .cpu, .footprint, .latency, .queueWait,
    ]
    private static let labelWidth = 10
    private static let gaugeWidth = 12

    /// For what is as long as `< 0.01 % of 500 ms`, and blanks before it.
    private static let shareRoom = 22

    /// What a metric is called on the screen.
    static func label(of metric: MetricName) -> String {
        switch metric {
        case .wall: "wall"
        case .startUp: "start-up"
        case .cpu: "cpu"
        case .footprint: "memory"
        case .latency: "latency"
        case .queueWait: "queue wait"
        }
    }

    private struct Column {
        var title: String
        var value: @Sendable (MeasuredMetric) -> Double
    }

    /// All of them, or the most telling where there would be no space for budgets beside.
    private var columns: [Column] {
        let all = [
            Column(title: "p50") { $0.p50 },
            Column(title: "p90") { $0.p90 },
            Column(title: "p99") { $0.p99 },
            Column(title: "p99.9") { $0.p999 },
            Column(title: "max") { $0.maximum },
        ]
        let room = width - 4 - Self.labelWidth - Self.shareRoom
        return room >= all.count * columnWidth ? all : [all[0], all[2], all[4]]
    }

    /// Such as `12.3 µs`, and a blank or two.
    private var columnWidth: Int { width < 96 ? 8 : 9 }

    /// Whether there is space for budgets beside the columns, and for bars.
    private var spare: Int { width - 4 - Self.labelWidth - columns.count * columnWidth }
    private var hasBudgets: Bool { spare >= Self.shareRoom }
    private var hasGauges: Bool { spare >= Self.shareRoom + Self.gaugeWidth }

    private func row(of metric: MeasuredMetric, in part: MeasuredPart) -> String {
        let label = Self.label(of: metric.name)
        let padding = String(repeating: " ", count: max(1, Self.labelWidth - label.count))
        let values = columns.map {
            Self.right(MeasuredText.value($0.value(metric), metric.unit), columnWidth)
        }
        let line = "    " + terminal.styled(label, .cyan) + padding + values.joined()
        guard hasBudgets, let limit = metric.limit, limit > 0 else { return line }
        let gauge = gauge(metric.p999 / limit, of: MeasuredText.value(limit, metric.unit))
        // Start-ups of a warm part are of few runs: those whose worker had to be replaced.
        let count = ", \(MeasuredText.count(metric.count, "run"))"
        let isPart =
            metric.count < part.runCount
            && spare >= Self.shareRoom + Self.gaugeWidth + count.cellCount
        return line + "   " + gauge + (isPart ? terminal.styled(count, .faint) : "")
    }

    private func gauge(_ share: Double, of limit: String) -> String {
        let colour: Terminal.Style = share > 0.8 ? .red : share > 0.5 ? .yellow : .green
        let text = Self.right(MeasuredText.percent(share), 8) + " of \(limit)"
        guard hasGauges else { return terminal.styled(text, colour) }
        let filled = min(
            Self.gaugeWidth,
            Int(saturating: (share * Double(Self.gaugeWidth)).rounded(.up))
        )
        let bar =
            String(repeating: "█", count: max(0, filled))
            + String(repeating: "░", count: Self.gaugeWidth - max(0, filled))
        return terminal.styled(bar, colour) + text
    }

    private static func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(1, width - text.cellCount)) + text
    }
}
