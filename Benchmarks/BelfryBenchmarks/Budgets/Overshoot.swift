// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// How far past one budget an extension got, over many runs.
struct Overshoot: Sendable {
    let kind: Kind

    /// Whether every core had something else to do.
    let isBusy: Bool

    /// Past the budget, in the kind's unit.
    private let values: [Double]

    /// How far a bare thread sleeps past its time, measured between the runs.
    private let limits: [Double]

    init(kind: Kind, isBusy: Bool, values: [Double], limits: [Double]) {
        self.kind = kind
        self.isBusy = isBusy
        self.values = values.sorted()
        self.limits = limits.sorted()
    }

    var median: Double { Self.quantile(values, 0.5) }
    var p99: Double { Self.quantile(values, 0.99) }
    var largest: Double { values.last ?? 0 }
    var count: Int { values.count }

    /// The limit's 99th of a hundred.
    var limitP99: Double { Self.quantile(limits, 0.99) }

    private static func quantile(_ sorted: [Double], _ share: Double) -> Double {
        guard !sorted.isEmpty else { return 0 }
        let rank = Int((share * Double(sorted.count)).rounded(.up)) - 1
        return sorted[min(max(rank, 0), sorted.count - 1)]
    }
}
