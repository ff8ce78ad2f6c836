// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@testable internal import BelfryMeasure
internal import Testing

@Suite("A metric's histogram")
struct MetricHistogramTests {
    @Test func `has percentiles to a thousandth, and extremes and mean as they are`() throws {
        var histogram = MetricHistogram(.wall)
        for value in 1...10_000 { histogram.record(Double(value) / 10) }
        let metric = try #require(histogram.measured(limit: 30_000))
        for (found, exact) in [
            (metric.p50, 500.0), (metric.p90, 900), (metric.p99, 990), (metric.p999, 999),
        ] {
            #expect(abs(found - exact) <= exact / 1000, "\(found) is not \(exact)")
        }
        #expect(metric.minimum == 0.1)
        #expect(metric.maximum == 1000)
        #expect(abs(metric.mean - 500.05) < 1e-6)
        #expect(metric.count == 10_000)
        #expect(metric.limit == 30_000)
    }

    @Test func `tells small footprints page by page`() throws {
        var histogram = MetricHistogram(.footprint)
        for pages in [14, 15, 22] { histogram.record(Double(pages * 4096)) }
        let metric = try #require(histogram.measured(limit: nil))
        #expect(metric.p50 == 15 * 4096)
        #expect(metric.maximum == 22 * 4096)
        #expect(metric.unit == "bytes")
    }

    @Test func `has a curve that rises to the largest value`() throws {
        var histogram = MetricHistogram(.latency)
        for value in 1...1000 { histogram.record(Double(value)) }
        let metric = try #require(histogram.measured(limit: nil))
        let percentiles = metric.curve.map(\.percentile)
        #expect(percentiles == percentiles.sorted())
        #expect(metric.curve.map(\.value) == metric.curve.map(\.value).sorted())
        #expect(metric.curve.last == .init(percentile: 100, value: 1000))
        #expect(metric.curve.contains { $0.percentile > 99 && $0.percentile < 100 })
    }

    @Test(arguments: [1...1, 7...8, 1000...1040, 1...100_000])
    func `has every value in one bucket`(_ values: ClosedRange<Int>) throws {
        var histogram = MetricHistogram(.cpu)
        for value in values { histogram.record(Double(value)) }
        let metric = try #require(histogram.measured(limit: nil))
        #expect(metric.buckets.reduce(0) { $0 + $1.count } == values.count)
        #expect(metric.buckets.first?.from == Double(values.lowerBound))
        let last = try #require(metric.buckets.last?.to)
        #expect(abs(last - Double(values.upperBound)) < 1e-6 * last)
        for (left, right) in zip(metric.buckets, metric.buckets.dropFirst()) {
            #expect(left.to <= right.from && left.from < left.to)
        }
    }

    @Test func `holds what is beyond it to its bounds`() throws {
        var histogram = MetricHistogram(.wall)
        histogram.record(-1)
        histogram.record(1e30)
        let metric = try #require(histogram.measured(limit: nil))
        #expect(metric.minimum == 0)
        #expect(metric.maximum > 1e8)
    }

    @Test func `is nothing where there was no value`() {
        #expect(MetricHistogram(.wall).measured(limit: nil) == nil)
    }
}
