// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// How far past one budget an extension got, over many runs.
struct Overshoot: Sendable {
    /// The budget that is exceeded.
    enum Kind: String, Sendable, CaseIterable {
        case wall, cpu, memory

        /// The bundle that exceeds it.
        var bundleName: String {
            switch self {
            case .wall: "Sleeps"
            case .cpu: "Spins"
            case .memory: "Hogs"
            }
        }

        /// The budget it gets, short where time must pass.
        var budget: String {
            switch self {
            case .wall: "wall=100ms"
            case .cpu: "cpu=100ms"
            case .memory: "memory=24MB"
            }
        }
    }

    let kind: Kind

    /// Whether every core had something else to do.
    let isBusy: Bool

    /// Past the budget, in milliseconds, or what was used of the memory as a share of the budget.
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
