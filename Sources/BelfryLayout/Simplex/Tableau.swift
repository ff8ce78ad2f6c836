// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Linear equations and inequalities, some of which must hold and others as far as they can.
///
/// The simplex algorithm as the Cassowary papers have it (Badros, Borning and Stuckey, 2001): unknowns
/// that may be negative are eliminated as soon as they are met, what is to hold as far as it can
/// is given errors, and the errors are made least. Strengths are not weights: the errors of a
/// priority are made least before one of a lower priority is looked at.
///
/// Each row says what a symbol, the basic one, equals by those that are in no row's place, and are 0.
/// Rows of symbols that may not be negative have no negative constants: what the rows say is always a
/// solution of all that was required so far.
struct Tableau {
    /// What became of a requirement.
    enum Outcome {
        case holds
        /// It cannot hold beside those before it.
        case contradicts
        /// There was too much work: it was not looked at.
        case skipped
    }

    /// A constant this far from 0 is still taken for 0.
    static let tolerance = 1e-6

    /// The most cells that rows may have together.
    private static let cellLimit = 400_000

    /// How much may still be done, in cells touched.
    var work: Int

    /// The rows: the symbol that each is for, what it equals, and a filter of what is in it.
    var basics: [Int32] = []
    var rows: [LinearExpression] = []
    var masks: [UInt64] = []

    var symbols: [Symbol] = []
    var costs: [(priority: Double, symbol: Int32)] = []
    var cellCount = 0

    /// The symbols of what last contradicted what was required before.
    var contradiction: [Int32] = []

    var scratch: [LinearExpression.Cell] = []

    /// What is known of a symbol.
    struct Symbol {
        /// Its row; -1 for none.
        var row: Int32 = -1
        /// Whether it may be negative.
        var isFree: Bool
        /// Whether it is or was in a row.
        var isUsed = false
        /// Whether it must stay 0.
        var isFrozen: Bool
    }

    /// Begins without rows.
    ///
    /// - Parameter work: How many cells may be touched before what is left is skipped.
    init(work: Int) {
        self.work = work
    }

    /// Whether nothing more is done.
    var isExhausted: Bool { work <= 0 || cellCount > Self.cellLimit }

    /// What a symbol is, as the rows stand.
    func value(of symbol: Int32) -> Double {
        let row = symbols[Int(symbol)].row
        return row < 0 ? 0 : rows[Int(row)].constant
    }

    /// Makes a symbol.
    ///
    /// - Parameters:
    ///   - isFree: Whether it may be negative.
    ///   - isFrozen: Whether it is always 0, and there to tell from which expression others come.
    /// - Returns: Its number, counted from 0.
    mutating func makeSymbol(isFree: Bool = false, isFrozen: Bool = false) -> Int32 {
        symbols.append(Symbol(isFree: isFree, isFrozen: isFrozen))
        return Int32(symbols.count - 1)
    }
}
