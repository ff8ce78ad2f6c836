// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Glibc

/// Numbers that people read at a glance: 1, 2 and 5 times a power of ten, or powers of two.
enum RoundNumber {
    /// The distance of ticks that makes about so many.
    static func step(across span: Double, count: Int, unit: MeasuredUnit) -> Double {
        let rough = span / Double(max(count, 1))
        guard rough.isFinite, rough > 0 else { return 1 }
        let step = above(rough, isBinary: unit.isBinary)
        return unit == .count || unit == .bytes ? max(1, step) : step
    }

    /// The largest that is not above a value.
    static func below(_ value: Double, isBinary: Bool) -> Double {
        if isBinary { return exp2(log2(value).rounded(.down)) }
        let power = pow(10, log10(value).rounded(.down))
        let mantissa = value / power * (1 + 1e-9)
        return power * (mantissa >= 5 ? 5 : mantissa >= 2 ? 2 : 1)
    }

    /// The smallest that is not below a value.
    static func above(_ value: Double, isBinary: Bool) -> Double {
        if isBinary { return exp2(log2(value).rounded(.up)) }
        let power = pow(10, log10(value).rounded(.down))
        let mantissa = value / power * (1 - 1e-9)
        return power * (mantissa <= 1 ? 1 : mantissa <= 2 ? 2 : mantissa <= 5 ? 5 : 10)
    }
}
