// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Glibc
internal import Histogram

/// The values of one metric in the memory of a few thousand, to three significant digits.
struct MetricHistogram {
    private let name: MetricName
    private var histogram = Histogram<UInt32>(
        highestTrackableValue: Self.highest,
        numberOfSignificantValueDigits: .three
    )
    private var sum = 0.0

    /// 39 hours in nanoseconds.
    private static let highest: UInt64 = 1 << 47

    init(_ name: MetricName) {
        self.name = name
    }

    /// Counts a value in the metric's unit.
    mutating func record(_ value: Double) {
        let held = min(max(value, 0), Double(Self.highest) / scale)
        histogram.record(UInt64((held * scale).rounded()))
        sum += held
    }

    /// What it knows.
    ///
    /// - Parameter limit: The budget that the metric is held to.
    /// - Returns: The distribution; nil where there was no value.
    func measured(limit: Double?) -> MeasuredMetric? {
        guard histogram.totalCount > 0 else { return nil }
        return MeasuredMetric(
            name: name,
            count: Int(histogram.totalCount),
            mean: sum / Double(histogram.totalCount),
            minimum: value(histogram.min),
            p50: percentile(50),
            p75: percentile(75),
            p90: percentile(90),
            p95: percentile(95),
            p99: percentile(99),
            p999: percentile(99.9),
            maximum: value(histogram.maxRecorded),
            limit: limit,
            curve: curve,
            buckets: buckets
        )
    }

    /// Counted in nanoseconds, and in kilobytes as the kernel does (man 5 proc, `status`).
    private var scale: Double { name.unit == "ms" ? 1e6 : 1 / 1024 }

    private func value(_ count: UInt64) -> Double { Double(count) / scale }

    private func percentile(_ percentile: Double) -> Double {
        value(histogram.valueAtPercentile(percentile))
    }

    /// Steps that halve with every halving of what is left to 100.
    private var curve: [MeasuredMetric.Point] {
        let most = histogram.maxRecorded
        return histogram.percentiles(ticksPerHalfDistance: 8).map {
            MeasuredMetric.Point(
                percentile: $0.percentileLevelIteratedTo,
                value: value(min($0.value, most))
            )
        }
    }

    private var buckets: [MeasuredMetric.Bucket] {
        let bounds = bounds
        guard bounds.count > 1 else {
            let only = value(histogram.min)
            return [.init(from: only, to: only, count: Int(histogram.totalCount))]
        }
        var counts = [Int](repeating: 0, count: bounds.count - 1)
        var index = 0
        for recorded in histogram.recordedValues() {
            let value = value(recorded.value)
            while index < counts.count - 1, value >= bounds[index + 1] { index += 1 }
            counts[index] += Int(recorded.count)
        }
        return counts.indices.filter { counts[$0] > 0 }.map {
            .init(from: bounds[$0], to: bounds[$0 + 1], count: counts[$0])
        }
    }

    private static let bucketCount = 48

    /// The bounds of buckets of equal width; of equal ratio where values differ by much.
    private var bounds: [Double] {
        let least = value(histogram.min)
        let most = value(histogram.maxRecorded)
        guard most > least else { return [] }
        let steps = (0...Self.bucketCount).map { Double($0) / Double(Self.bucketCount) }
        guard least > 0, most / least > 8 else { return steps.map { least + (most - least) * $0 } }
        return steps.map { least * pow(most / least, $0) }
    }
}
