// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// All series of one metric, which differ in their labels.
struct MetricFamily: Sendable {
    enum Kind: String, Sendable {
        case counter, gauge, histogram
    }

    let kind: Kind
    let help: String
    let buckets: [Double]

    /// By their labels, sorted by name.
    var series: [[MetricLabel]: Value] = [:]

    enum Value: Sendable {
        /// What a counter or a gauge is at.
        case number(Double)
        case histogram(Distribution)
    }

    struct Distribution: Sendable {
        /// How many values were in each bucket and none before it; the last one has no bound.
        var counts: [Int]
        var sum = 0.0
    }

    /// What a series is at before anything was counted.
    var beginning: Value {
        kind == .histogram
            ? .histogram(Distribution(counts: [Int](repeating: 0, count: buckets.count + 1)))
            : .number(0)
    }
}

/// A name and a value that tell a series from others of its metric.
struct MetricLabel: Sendable, Hashable {
    let name: String
    let value: String
}

extension MetricFamily.Value {
    mutating func add(_ amount: Double) {
        if case .number(let number) = self { self = .number(number + amount) }
    }

    mutating func set(_ amount: Double) {
        if case .number = self { self = .number(amount) }
    }

    /// Puts a value into the first bucket that holds it.
    mutating func record(_ value: Double, buckets: [Double]) {
        guard case .histogram(var distribution) = self, value.isFinite else { return }
        let index = buckets.firstIndex { value <= $0 } ?? buckets.count
        distribution.counts[index] += 1
        distribution.sum += value
        self = .histogram(distribution)
    }
}
