// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Glibc

/// What values of a kind are written in: the unit that suits their size.
package enum MeasuredUnit: Sendable {
    case milliseconds
    case bytes
    case runsPerSecond
    /// 0 to 1.
    case share
    case count

    /// The unit of a report's member, `ms` or `bytes`.
    package init(_ name: String) {
        self = name == "bytes" ? .bytes : .milliseconds
    }

    /// Whether round numbers are those of two rather than of ten.
    var isBinary: Bool { self == .bytes }

    private var units: [(factor: Double, name: String)] {
        switch self {
        case .milliseconds: [(0.001, "µs"), (1, "ms"), (1000, "s")]
        case .bytes: [(1, "B"), (1024, "KB"), (1_048_576, "MB"), (1_073_741_824, "GB")]
        case .runsPerSecond: [(1, "/s"), (1000, "k/s"), (1_000_000, "M/s")]
        case .share: [(0.01, "%")]
        case .count: [(1, "")]
        }
    }

    /// A value as texts and tables have it, such as `1.24 ms`; a dash for one that is no number.
    package func text(_ value: Double) -> String {
        guard value.isFinite, abs(value) < 1e15 else { return "–" }
        return switch self {
        case .milliseconds: MeasuredText.milliseconds(value)
        case .bytes: MeasuredText.size(value)
        case .runsPerSecond: MeasuredText.rate(value)
        case .share: Self.share(value)
        case .count: MeasuredText.count(Int(value.rounded()))
        }
    }

    /// A share that is never all where something lacks: 1,999 of 2,000 are not 100 %.
    private static func share(_ value: Double) -> String {
        guard (0.995..<1).contains(value) else { return MeasuredText.percent(value) }
        guard value < 0.9995 else { return "> 99.9 %" }
        return Decimal.fixed((value * 1000).rounded(.down) / 10, digits: 1) + " %"
    }

    /// A round value at an axis.
    ///
    /// - Parameters:
    ///   - value: Which.
    ///   - reference: A value in whose unit it is written: the axis's largest, or itself.
    ///   - step: How far the next one is.
    /// - Returns: The label, with as many digits as the step needs.
    package func label(_ value: Double, like reference: Double, step: Double) -> String {
        guard value.isFinite, reference.isFinite else { return "" }
        if value == 0 { return zero }
        let index = unitIndex(of: reference)
        let factor = units[index].factor
        let digits = max(0, min(6, Int((-log10(step / factor) - 1e-9).rounded(.up))))
        return named(Decimal.fixed(value / factor, digits: digits), index)
    }

    private var zero: String { self == .share ? "0 %" : "0" }

    private func unitIndex(of value: Double) -> Int {
        units.lastIndex { abs(value) >= $0.factor * (1 - 1e-9) } ?? 0
    }

    private func named(_ number: String, _ index: Int) -> String {
        let name = units[index].name
        let isAttached = name.isEmpty || name.hasSuffix("/s")
        return isAttached ? number + name : "\(number) \(name)"
    }
}
