// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Glibc

/// Where on an axis a value is.
package enum AxisScale: Sendable, Equatable {
    case linear(from: Double, to: Double)
    case logarithmic(from: Double, to: Double)

    /// Percentiles by their nines, as far as so many runs have any: as far from 90 to 99 as from 99
    /// to 99.9.
    case nines(runCount: Int)

    /// The place of a value, 0 at the axis's beginning and 1 at its end; never beyond them.
    package func position(of value: Double) -> Double {
        guard value.isFinite else { return value > 0 ? 1 : 0 }
        switch self {
        case .linear(let from, let to):
            return Self.share(value, from, to)
        case .logarithmic(let from, let to):
            return value <= from ? 0 : Self.share(log(value), log(from), log(to))
        case .nines(let runCount):
            let end = Self.lastNines(runCount)
            guard value < 100 else { return 1 }
            return Self.share(-log10(1 - max(0, value) / 100), 0, end)
        }
    }

    /// Whether a value is within the axis.
    package func contains(_ value: Double) -> Bool {
        switch self {
        case .linear(let from, let to), .logarithmic(let from, let to):
            value >= from && value <= to
        case .nines(let runCount):
            value >= 0 && -log10(1 - value / 100) <= Self.lastNines(runCount)
        }
    }

    /// The slowest of N runs stands for those past 1 - 1/2N.
    private static func lastNines(_ runCount: Int) -> Double {
        log10(2 * Double(max(runCount, 10)))
    }

    private static func share(_ value: Double, _ from: Double, _ to: Double) -> Double {
        guard to > from else { return 0 }
        return min(max((value - from) / (to - from), 0), 1)
    }
}

extension AxisScale {
    /// What is beyond these was not measured: years, and parts of a picosecond.
    private static let largest = 1e15
    private static let smallest = 1e-9

    /// How far apart values may be on a linear axis, the largest over the smallest.
    private static let usualLinearRatio = 20.0

    /// Whether equal distances are equal ratios.
    package var isLogarithmic: Bool {
        if case .logarithmic = self { true } else { false }
    }

    /// A scale with round ends that has room for values.
    ///
    /// - Parameters:
    ///   - values: What is to be on it; what is no number is not.
    ///   - unit: What they are.
    ///   - beginsAtZero: Whether a linear one begins at 0 though the values do not.
    ///   - linearRatio: How far apart they may be on a linear one, the largest over the smallest.
    /// - Returns: A logarithmic scale where the values span more than a linear one can show.
    package static func fitting(
        _ values: [Double],
        unit: MeasuredUnit,
        beginsAtZero: Bool,
        linearRatio: Double = usualLinearRatio
    ) -> AxisScale {
        let values = values.filter { abs($0) <= Self.largest }
        let positive = values.filter { $0 >= Self.smallest }
        guard let high = positive.max(), let low = positive.min() else {
            return .linear(from: 0, to: 1)
        }
        if high / low > linearRatio {
            return .logarithmic(
                from: RoundNumber.below(low, isBinary: unit.isBinary),
                to: RoundNumber.above(high, isBinary: unit.isBinary)
            )
        }
        let begin = beginsAtZero ? 0 : max(0, values.min() ?? 0)
        // All values alike: a tenth of them to each side.
        let margin = high > begin ? 0 : high / 10
        let step = RoundNumber.step(
            across: high - begin + 2 * margin,
            count: 4,
            unit: unit
        )
        return .linear(
            from: max(0, ((begin - margin) / step + 1e-9).rounded(.down) * step),
            to: ((high + margin) / step - 1e-9).rounded(.up) * step
        )
    }
}
