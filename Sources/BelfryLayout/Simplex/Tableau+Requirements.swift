// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension Tableau {
    /// Requires an expression to be 0.
    mutating func requireZero(_ expression: LinearExpression) -> Outcome {
        guard !isExhausted else { return .skipped }
        var expression = reduced(expression)
        if let free = freeSymbol(in: expression) {
            expression.solve(for: free)
            enter(free, equal: expression)
            return .holds
        }
        if let fresh = freshSymbol(in: expression) {
            expression.solve(for: fresh)
            enter(fresh, equal: expression)
            return .holds
        }
        return force(expression)
    }

    /// Requires an expression to be what `excess`, which is in no row and may not be negative, is.
    mutating func require(_ expression: LinearExpression, toBe excess: Int32) -> Outcome {
        guard !isExhausted else { return .skipped }
        var expression = reduced(expression)
        if let free = freeSymbol(in: expression) {
            expression.add(excess, times: -1)
            expression.solve(for: free)
            enter(free, equal: expression)
            return .holds
        }
        if expression.constant >= -Self.tolerance {
            expression.constant = max(expression.constant, 0)
            enter(excess, equal: expression)
            return .holds
        }
        expression.add(excess, times: -1)
        return force(expression)
    }

    /// Has an expression be 0 as far as that can be.
    ///
    /// - Parameters:
    ///   - expression: Multiples of symbols.
    ///   - over: The priority of its not being more; 0 for none.
    ///   - under: The priority of its not being less; 0 for none.
    mutating func prefer(_ expression: LinearExpression, over: Double, under: Double) {
        guard !isExhausted else { return }
        var expression = reduced(expression)
        let excess = makeSymbol()
        let lack = makeSymbol()
        if over > 0 { minimise(excess, priority: over) }
        if under > 0 { minimise(lack, priority: under) }
        if let free = freeSymbol(in: expression) {
            expression.add(excess, times: -1)
            expression.add(lack, times: 1)
            expression.solve(for: free)
            enter(free, equal: expression)
        } else if expression.constant >= 0 {
            expression.add(lack, times: 1)
            enter(excess, equal: expression)
        } else {
            expression.multiply(by: -1)
            expression.add(excess, times: 1)
            enter(lack, equal: expression)
        }
    }

    /// Has a symbol that may not be negative be as small as it can, at a priority.
    mutating func minimise(_ symbol: Int32, priority: Double) {
        costs.append((priority, symbol))
    }

    /// An expression without basic symbols.
    mutating func reduced(_ expression: LinearExpression) -> LinearExpression {
        var result = LinearExpression(constant: expression.constant)
        for cell in expression.cells {
            let row = symbols[Int(cell.symbol)].row
            if row < 0 {
                result.add(cell.symbol, times: cell.coefficient)
            } else {
                result.add(rows[Int(row)], times: cell.coefficient, scratch: &scratch)
                work -= result.cells.count
            }
        }
        return result
    }

    /// A symbol that may be negative, if there is one: best one that is in no row yet.
    private func freeSymbol(in expression: LinearExpression) -> Int32? {
        var found: Int32?
        for cell in expression.cells where symbols[Int(cell.symbol)].isFree {
            if !symbols[Int(cell.symbol)].isUsed { return cell.symbol }
            found = found ?? cell.symbol
        }
        return found
    }

    /// A symbol that is in no row yet and that is not negative where the expression is 0.
    private func freshSymbol(in expression: LinearExpression) -> Int32? {
        expression.cells.first { cell in
            let symbol = symbols[Int(cell.symbol)]
            return !symbol.isUsed && !symbol.isFrozen && abs(cell.coefficient) > Self.pivotLimit
                && -expression.constant / cell.coefficient >= 0
        }?.symbol
    }
}
