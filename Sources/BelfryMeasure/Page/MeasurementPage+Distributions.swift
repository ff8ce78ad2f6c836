// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryPlot

extension MeasurementPage {
    /// Each metric's percentiles and histogram, all parts in the same axes.
    var distributions: Markup {
        let cards = MetricName.allCases.compactMap(card)
        guard !cards.isEmpty else { return .empty }
        return section("distributions", "Distributions") {
            PlotSeries.legend(series)
            cards
        }
    }

    private func card(of metric: MetricName) -> Markup? {
        let measured = zip(series, report.parts).compactMap { series, part in
            part.metric(metric).map { (series: series, metric: $0) }
        }.filter { $0.metric.count > 0 }
        guard !measured.isEmpty else { return nil }
        let words = Self.words(for: metric)
        let percentiles = PercentilePlot(
            identifier: "\(metric.rawValue)-percentiles",
            title: "\(words.title) by percentile of runs",
            series: measured
        )
        let histogram = HistogramPlot(
            identifier: "\(metric.rawValue)-histogram",
            title: "Share of runs by \(words.title.lowercased())",
            series: measured
        )
        return Markup("div", ["class": "card metric"]) {
            Markup("h3") { words.title }
            Markup("p", ["class": "aside"]) { words.meaning }
            Markup("div", ["class": "plots"]) {
                [percentiles.markup, histogram.markup].compactMap(\.self).map { plot in
                    Markup("div", ["class": "holder"]) { plot }
                }
            }
        }
    }

    /// What a metric is called, and what it is.
    static func words(for metric: MetricName) -> (title: String, meaning: String) {
        switch metric {
        case .latency:
            ("Latency", "From when a run was to begin to its delivery: what a user waits.")
        case .queueWait:
            (
                "Queue wait",
                "From the host's acceptance of a run until a worker is chosen, or asked for."
            )
        case .startUp:
            ("Start-up", "From the demand for a worker to its being ready.")
        case .wall:
            (
                "Wall",
                "From the beginning of the wall budget, when a worker is chosen or asked for, to the "
                    + "decision: of a cold run the start-up is in it."
            )
        case .cpu:
            (
                "CPU",
                "Processor time of all of the worker's threads; of a cold run from the fork on."
            )
        case .footprint:
            (
                "Memory",
                "The most that the worker had above what it has when it is loaded and idle."
            )
        }
    }

    /// The percentiles in figures.
    var numbers: Markup {
        let columns = [
            "Metric", "Part", "Runs", "Mean", "Min", "p50", "p90", "p99", "p99.9", "Max", "Budget",
        ]
        return section("numbers", "Numbers") {
            table("numbers", columns, numberedFrom: 2) {
                MetricName.allCases.flatMap { metric in
                    report.parts.compactMap { part in
                        part.metric(metric).map { row(metric, part.name, $0) }
                    }
                }
            }
        }
    }

    private func row(_ name: MetricName, _ part: String, _ metric: MeasuredMetric) -> Markup {
        let unit = MeasuredUnit(metric.unit)
        let values = [
            metric.mean, metric.minimum, metric.p50, metric.p90, metric.p99, metric.p999,
            metric.maximum,
        ]
        return Markup("tr") {
            Markup("th", ["scope": "row"]) { Self.words(for: name).title }
            Markup("td") { Markup("bdi") { part } }
            Markup("td", ["class": "number"]) { MeasuredText.count(metric.count) }
            values.map { value in Markup("td", ["class": "number"]) { unit.text(value) } }
            Markup("td", ["class": "number"]) { metric.limit.map(unit.text) ?? "" }
        }
    }
}
