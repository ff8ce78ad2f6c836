// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Glibc

/// A round value at an axis.
package struct AxisTick: Sendable, Equatable {
    /// When its label is shown: labels never touch each other.
    package enum Labelling: Sendable {
        case always
        /// Where the plot is wide.
        case wide
        case never
    }

    /// Which value it stands for, and what is written at it.
    package let value: Double
    package let label: String

    /// 0 to 1.
    package let position: Double

    /// Whether it is among those that the others are between.
    package let isMajor: Bool
    package var labelling: Labelling = .always

    package init(value: Double, label: String, position: Double, isMajor: Bool) {
        self.value = value
        self.label = label
        self.position = position
        self.isMajor = isMajor
    }
}

extension AxisScale {
    /// The round values of the axis, in order.
    ///
    /// - Parameters:
    ///   - unit: What the values are.
    ///   - count: About how many there are to be on a linear one.
    /// - Returns: The ticks, all of them labelled.
    package func ticks(_ unit: MeasuredUnit, count: Int = 4) -> [AxisTick] {
        switch self {
        case .linear(let from, let to):
            let step = RoundNumber.step(across: to - from, count: count, unit: unit)
            let first = (from / step - 1e-9).rounded(.up)
            let last = (to / step + 1e-9).rounded(.down)
            guard last >= first, last - first < 100 else { return [] }
            return stride(from: first, through: last, by: 1).map { index in
                tick(index * step, unit.label(index * step, like: to, step: step), isMajor: true)
            }
        case .logarithmic(let from, let to):
            return logarithmicTicks(unit, from: from, to: to)
        case .nines:
            let values = [0, 50, 90, 99, 99.9, 99.99, 99.999, 99.9999, 99.99999]
            return values.filter(contains).map { value in
                tick(value, Decimal.fixed(value, digits: 5), isMajor: value != 50)
            }
        }
    }

    private func logarithmicTicks(_ unit: MeasuredUnit, from: Double, to: Double) -> [AxisTick] {
        let base = unit.isBinary ? 2.0 : 10.0
        let span = log(to / from) / log(base)
        // Every power, or with 2 and 5 between, or every second one.
        let stride = max(1, Int((span / 10).rounded(.up)))
        let between: [Double] = unit.isBinary || span > 4 ? [1] : [1, 2, 5]
        var ticks: [AxisTick] = []
        let first = Int((log(from) / log(base) + 1e-9).rounded(.down))
        let last = Int((log(to) / log(base) + 1e-9).rounded(.up))
        for exponent in Swift.stride(from: first, through: last, by: stride) {
            for factor in between {
                let value = factor * pow(base, Double(exponent))
                guard value >= from * (1 - 1e-9), value <= to * (1 + 1e-9) else { continue }
                ticks.append(
                    tick(
                        value,
                        unit.label(value, like: value, step: value),
                        isMajor: factor == 1 || span < 1
                    )
                )
            }
        }
        return ticks
    }

    private func tick(_ value: Double, _ label: String, isMajor: Bool) -> AxisTick {
        AxisTick(value: value, label: label, position: position(of: value), isMajor: isMajor)
    }
}
