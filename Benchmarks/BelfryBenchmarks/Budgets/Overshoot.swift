// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What an attack on one budget got, over many runs.
struct Overshoot: Sendable {
    let attack: BudgetAttack

    /// Whether every core had something else to do.
    let isBusy: Bool

    /// What each run got, in the attack's unit.
    private let taken: [Double]

    init(_ attack: BudgetAttack, isBusy: Bool, taken: [Double]) {
        self.attack = attack
        self.isBusy = isBusy
        self.taken = taken.sorted()
    }

    var count: Int { taken.count }

    /// The most that a run got.
    var most: Double { taken.last ?? 0 }

    /// What so many of the runs got beyond the limit at most; 0 where all of them stayed below it.
    func beyond(_ share: Double) -> Double {
        max(0, Self.quantile(taken, share) - attack.limit)
    }

    /// The value that a share of some sorted values do not exceed.
    static func quantile(_ sorted: [Double], _ share: Double) -> Double {
        guard !sorted.isEmpty else { return 0 }
        let rank = Int((share * Double(sorted.count)).rounded(.up)) - 1
        return sorted[min(max(rank, 0), sorted.count - 1)]
    }
}
