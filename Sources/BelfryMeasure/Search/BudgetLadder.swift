// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The values of a budget that are worth trying: two digits for a time, sixteenths for a size, so
/// that each is a tenth more than the one before it at most, and fit for a manifest.
package struct BudgetLadder: Sendable, Equatable {
    private let unit: Double
    private let first: Int
    private let radix: Int

    /// 10 ms, 11 ms … 99 ms, 100 ms, 110 ms …; in milliseconds.
    ///
    /// Below, a kernel's tick (4 ms) is as much as the budget.
    package static let time = BudgetLadder(unit: 1, first: 10, radix: 10)

    /// 256 KB, 272 KB … 512 KB, 544 KB …; in bytes.
    package static let size = BudgetLadder(unit: 16 * 1024, first: 16, radix: 2)

    private var rungsPerTurn: Int { first * (radix - 1) }

    /// The value at a rung, from 0 on.
    package func value(at rung: Int) -> Double {
        var scale = unit
        for _ in 0..<(rung / rungsPerTurn) { scale *= Double(radix) }
        return Double(first + rung % rungsPerTurn) * scale
    }

    /// The lowest rung whose value is not below another one.
    package func rung(atLeast value: Double) -> Int {
        var rung = 0
        while self.value(at: rung + rungsPerTurn) <= value, rung < Self.highest {
            rung += rungsPerTurn
        }
        while self.value(at: rung) < value, rung < Self.highest { rung += 1 }
        return rung
    }

    /// More than any budget: a day, some terabytes.
    private static let highest = 720
}
