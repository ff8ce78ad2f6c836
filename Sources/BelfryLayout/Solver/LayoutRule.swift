// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// A sum of unknowns that is to be 0, or not above, or not below.
struct LayoutRule {
    /// Where its unknowns are among those of all rules.
    var start: Int
    var end: Int

    var constant: Double

    /// How much it matters that the sum is not above 0, and that it is not below: 1000 for what must
    /// be, 0 for what does not matter.
    var over: Double
    var under: Double

    /// The constraint that it is; nil for one that a stack or a content has of itself.
    var constraint: Int?
    /// The view that it is about.
    var view: UInt32

    /// Whether its constant is known only when the width of a text is.
    var isLate = false

    /// Whether the sum must be 0.
    var isEquation: Bool {
        over >= LayoutConstraint.required && under >= LayoutConstraint.required
    }

    /// Whether there is something that must be.
    var isRequired: Bool {
        over >= LayoutConstraint.required || under >= LayoutConstraint.required
    }

    /// Whether a sum is one that must not be.
    func isBroken(by sum: Double) -> Bool {
        (over >= LayoutConstraint.required && sum > Tableau.tolerance)
            || (under >= LayoutConstraint.required && sum < -Tableau.tolerance)
    }
}

/// A rule that is being made.
struct LayoutSum {
    var cells: [LinearExpression.Cell] = []
    var constant = 0.0

    /// Adds a multiple of an unknown.
    mutating func add(_ unknown: Int32, times coefficient: Double) {
        for index in cells.indices where cells[index].symbol == unknown {
            return cells[index].coefficient += coefficient
        }
        cells.append(LinearExpression.Cell(symbol: unknown, coefficient: coefficient))
    }
}
