// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@testable internal import BelfryMeasure
@testable internal import BelfryPlot
internal import Testing

@Suite("Plots")
struct PlotTests {
    private let warm = PlotSeries(name: "warm", index: 0)

    @Test func `spread buckets over the bins they are in`() {
        let scale = AxisScale.linear(from: 0, to: 40)
        let bins = HistogramBins(
            [
                .init(from: 0, to: 4, count: 8), .init(from: 10, to: 10, count: 1),
                .init(from: 39.5, to: 40, count: 7),
            ],
            on: scale
        )
        #expect(bins.shares[0...3].allSatisfy { abs($0 - 0.125) < 1e-9 })
        #expect(bins.shares[10] == 1.0 / 16 && bins.shares[39] == 7.0 / 16)
        #expect(abs(bins.shares.reduce(0, +) - 1) < 1e-9)
        #expect(bins.islands == [0..<4, 10..<11, 39..<40])
    }

    @Test func `break the axis for a budget that is far away`() {
        let limits = [("warm", 30_000.0), ("cold", 30_000), ("warm, ci", 5000), ("broken", .nan)]
        let lines = BudgetLines(
            limits.map { (name: $0.0, limit: $0.1) },
            largest: 2000,
            unit: .milliseconds
        )
        #expect(lines.lines.map(\.label) == ["budget 5 s (warm, ci)", "budget 30 s (2 parts)"])
        #expect(lines.near == [5000])
        #expect(lines.hasFar)
    }

    @Test func `draw a metric of one run`() throws {
        let metric = StandInReport.metric(.wall, [42], limit: 100)
        let series = [(series: warm, metric: metric)]
        let curve = PercentilePlot(identifier: "a", title: "Wall", series: series).markup
        #expect(try #require(curve).source.contains("warm, p50: 42 ms"))
        let histogram = HistogramPlot(identifier: "b", title: "Wall", series: series).markup
        #expect(try #require(histogram).source.contains("polygon"))
    }

    @Test func `are left out where there is nothing to draw`() {
        var metric = StandInReport.metric(.wall, [42])
        metric.curve = [.init(percentile: .nan, value: 1)]
        metric.buckets = [.init(from: .nan, to: .infinity, count: 3)]
        let series = [(series: warm, metric: metric)]
        #expect(PercentilePlot(identifier: "a", title: "Wall", series: series).markup == nil)
        #expect(HistogramPlot(identifier: "b", title: "Wall", series: series).markup == nil)
        #expect(TimelinePlot(identifier: "c", runs: []).markup == nil)
    }
}
