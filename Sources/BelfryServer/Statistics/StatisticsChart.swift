// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryLedger
internal import BelfryPlot

/// One of the small multiples of an extension's runs over time, drawn as `belfry measure --html` draws.
enum StatisticsChart: String, CaseIterable {
    /// How many runs there were, by what they came to.
    case runs

    /// Which share of the runs ended with the original, by cause.
    case fallbacks

    /// How long the runs took, beside their budget.
    case latency

    /// Most causes that have a color of their own; the rest share one.
    private static let causeLimit = 6

    /// Draws it.
    ///
    /// - Parameters:
    ///   - app: The runs of the app's extension.
    ///   - axis: The time.
    /// - Returns: An SVG.
    func picture(of app: RunStatistics.App, over axis: TimeAxis) -> PlotPicture {
        switch self {
        case .runs: Self.runs(app, axis)
        case .fallbacks: Self.fallbacks(app, axis)
        case .latency: Self.latency(app, axis)
        }
    }

    private static func runs(_ app: RunStatistics.App, _ axis: TimeAxis) -> PlotPicture {
        let kinds: [(RecordedVerdict.Outcome, String, Int)] = [
            (.content, "its content is shown", 2), (.dropped, "it dropped the notification", 0),
            (.fallback, "the original is shown", 1),
        ]
        let series = kinds.map { outcome, name, color in
            (
                series: PlotSeries(name: name, index: color),
                values: app.spans.map { Double($0.count(outcome)) }
            )
        }
        let bars = TimeBars(
            identifier: "runs",
            title: "Runs of \(app.app)",
            axis: axis,
            unit: .count,
            caption: "runs",
            series: series
        )
        return PlotPicture(bars.markup, .bars, explaining: series.map(\.series))
    }

    private static func fallbacks(_ app: RunStatistics.App, _ axis: TimeAxis) -> PlotPicture {
        let all = app.all.fallbacks.map(\.verdict)
        let (named, rest) = (all.prefix(causeLimit), all.dropFirst(causeLimit))
        func share(_ part: RunStatistics.Tally, _ isCounted: (RecordedVerdict) -> Bool) -> Double {
            let count = part.fallbacks.filter { isCounted($0.verdict) }
                .reduce(0) { $0 + $1.count }
            return part.runCount > 0 ? Double(count) / Double(part.runCount) : 0
        }
        var series = named.enumerated().map { index, verdict in
            (
                series: PlotSeries(name: name(of: verdict), index: index + 1),
                values: app.spans.map { part in share(part) { $0 == verdict } }
            )
        }
        if !rest.isEmpty {
            series.append(
                (
                    series: PlotSeries(name: "\(rest.count) other causes", index: 0),
                    values: app.spans.map { part in share(part) { rest.contains($0) } }
                )
            )
        }
        let bars = TimeBars(
            identifier: "fallbacks",
            title: "Fallbacks of \(app.app) by cause",
            axis: axis,
            unit: .share,
            caption: "share of runs",
            series: series
        )
        return PlotPicture(bars.markup, .bars, explaining: series.map(\.series))
    }

    private static func name(of verdict: RecordedVerdict) -> String {
        verdict.word == "fallback" ? verdict.reason : "\(verdict.word): \(verdict.reason)"
    }

    private static func latency(_ app: RunStatistics.App, _ axis: TimeAxis) -> PlotPicture {
        let percentiles: [(String, KeyPath<RunStatistics.Wall, Int>)] = [
            ("p50", \.p50), ("p95", \.p95), ("p99", \.p99),
        ]
        let series = percentiles.enumerated().map { index, percentile in
            (
                series: PlotSeries(name: percentile.0, index: index),
                values: app.spans.map { part in
                    part.wall.map { Double($0[keyPath: percentile.1]) / 1000 }
                }
            )
        }
        let limit = app.all.wall.map { Double($0.limit) / 1000 }
        let lines = TimeLines(
            identifier: "latency",
            title: "Time of the runs of \(app.app)",
            axis: axis,
            unit: .milliseconds,
            limits: limit.map { [(name: app.app, limit: $0)] } ?? [],
            series: series
        )
        return PlotPicture(lines.markup, .lines, explaining: series.map(\.series))
    }
}
