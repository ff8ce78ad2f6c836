// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Values of one kind by order, with exact quantiles: of a few thousand samples at most.
package struct Distribution<Value: Interpolable & Sendable>: Sendable, Equatable {
    private let sorted: [Value]

    /// Orders samples; nil when there is none, and so nothing to say.
    package init?(_ samples: some Sequence<Value>) {
        sorted = samples.sorted()
        if sorted.isEmpty { return nil }
    }

    /// How many samples there are.
    package var count: Int { sorted.count }

    /// The middle one, or the mean of the middle two.
    package var median: Value { quantile(0.5) }

    /// The value that a share of the samples does not exceed, linear between neighbours.
    ///
    /// Hyndman and Fan's definition 7, which R, NumPy and spreadsheets use.
    ///
    /// - Parameter share: From 0, the least, to 1, the greatest; held to these.
    /// - Returns: A sample, or a value between two.
    package func quantile(_ share: Double) -> Value {
        let position = min(max(share, 0), 1) * Double(sorted.count - 1)
        let lower = Int(position)
        let upper = min(lower + 1, sorted.count - 1)
        return sorted[lower] + (sorted[upper] - sorted[lower]) * (position - Double(lower))
    }
}

/// What has values between any two of its values.
package protocol Interpolable: Comparable, AdditiveArithmetic {
    /// The value at a share of the way from zero to this one.
    static func * (value: Self, share: Double) -> Self
}

extension Double: Interpolable {}

extension Duration: Interpolable {}
