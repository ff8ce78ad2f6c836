// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension Tableau {
    /// The least coefficient that is divided by.
    static let pivotLimit = 1e-7

    /// How many pivots in a row may change nothing before Bland's rule is followed.
    private static let idleLimit = 16

    /// Makes the errors least, those of the highest priority first.
    mutating func optimise() {
        costs.sort { ($1.priority, $0.symbol) < ($0.priority, $1.symbol) }
        var rest = costs[...]
        while let priority = rest.first?.priority, !isExhausted {
            let end = rest.firstIndex { $0.priority != priority } ?? rest.endIndex
            var errors = LinearExpression()
            for cost in rest[..<end] { errors.add(cost.symbol, times: 1) }
            var objective = reduced(errors)
            makeLeast(&objective)
            // What would make these errors larger must stay as it is, for all that are of less weight.
            for cell in objective.cells where cell.coefficient > LinearExpression.epsilon {
                symbols[Int(cell.symbol)].isFrozen = true
            }
            rest = rest[end...]
        }
    }

    private mutating func makeLeast(_ objective: inout LinearExpression) {
        var idleCount = 0
        while !isExhausted {
            // Bland's rule ends what may go round in circles without getting smaller.
            guard let entering = entering(in: objective, isFirst: idleCount > Self.idleLimit),
                let leaving = leaving(for: entering)
            else { return }
            idleCount = leaving.step > 0 ? 0 : idleCount + 1
            let coefficient = objective.coefficient(of: entering)
            pivot(leaving.row, entering)
            objective.add(
                rows[leaving.row],
                times: coefficient,
                replacing: entering,
                scratch: &scratch
            )
        }
    }

    /// Finds values with which an expression of what may not be negative is 0, and makes it a row.
    mutating func force(_ expression: LinearExpression) -> Outcome {
        var expression = expression
        if expression.constant < 0 { expression.multiply(by: -1) }
        var idleCount = 0
        while !isExhausted {
            if expression.constant <= Self.tolerance {
                expression.constant = 0
                return settle(expression)
            }
            guard let entering = entering(in: expression, isFirst: idleCount > Self.idleLimit)
            else {
                contradiction = expression.cells.map(\.symbol)
                return .contradicts
            }
            let step = expression.constant / -expression.coefficient(of: entering)
            guard let leaving = leaving(for: entering), leaving.step < step else {
                expression.solve(for: entering)
                enter(entering, equal: expression)
                return .holds
            }
            idleCount = leaving.step > 0 ? 0 : idleCount + 1
            let coefficient = expression.coefficient(of: entering)
            pivot(leaving.row, entering)
            expression.add(
                rows[leaving.row],
                times: coefficient,
                replacing: entering,
                scratch: &scratch
            )
        }
        return .skipped
    }

    /// Makes an expression that is 0 already a row of any of its symbols.
    private mutating func settle(_ expression: LinearExpression) -> Outcome {
        var expression = expression
        var largest = Self.pivotLimit
        var entering: Int32?
        for cell in expression.cells where !symbols[Int(cell.symbol)].isFrozen {
            guard abs(cell.coefficient) > largest else { continue }
            largest = abs(cell.coefficient)
            entering = cell.symbol
        }
        guard let entering else { return .holds }
        expression.solve(for: entering)
        enter(entering, equal: expression)
        return .holds
    }

    /// The symbol that makes an expression smaller when it gets larger: the one that does so most, or
    /// the first.
    private func entering(in expression: LinearExpression, isFirst: Bool) -> Int32? {
        var least = -Self.pivotLimit
        var entering: Int32?
        for cell in expression.cells where cell.coefficient < least {
            guard !symbols[Int(cell.symbol)].isFrozen else { continue }
            entering = cell.symbol
            if isFirst { break }
            least = cell.coefficient
        }
        return entering
    }

    /// The row that first keeps a symbol from getting larger, and how large it may get.
    private mutating func leaving(for entering: Int32) -> (row: Int, step: Double)? {
        let bit = LinearExpression.bit(of: entering)
        var leaving: (row: Int, step: Double)?
        work -= rows.count / 8
        for row in rows.indices where masks[row] & bit != 0 && !symbols[Int(basics[row])].isFree {
            let coefficient = rows[row].coefficient(of: entering)
            guard coefficient < -Self.pivotLimit else { continue }
            let step = max(rows[row].constant, 0) / -coefficient
            guard let best = leaving else {
                leaving = (row, step)
                continue
            }
            if step < best.step || (step == best.step && basics[row] < basics[best.row]) {
                leaving = (row, step)
            }
        }
        return leaving
    }

    /// Has a symbol take the place of the one that a row is for.
    private mutating func pivot(_ row: Int, _ entering: Int32) {
        let leaving = basics[row]
        var expression = rows[row]
        expression.solve(for: entering, being: leaving)
        symbols[Int(leaving)].row = -1
        symbols[Int(leaving)].isUsed = true
        place(entering, in: row, equal: expression)
        eliminate(entering)
    }

    /// Adds a row.
    mutating func enter(_ symbol: Int32, equal expression: LinearExpression) {
        basics.append(symbol)
        rows.append(LinearExpression())
        masks.append(0)
        let isUsed = symbols[Int(symbol)].isUsed
        place(symbol, in: rows.count - 1, equal: expression)
        if isUsed { eliminate(symbol) }
    }

    private mutating func place(_ symbol: Int32, in row: Int, equal expression: LinearExpression) {
        cellCount += expression.cells.count - rows[row].cells.count
        work -= expression.cells.count
        for cell in expression.cells { symbols[Int(cell.symbol)].isUsed = true }
        symbols[Int(symbol)].row = Int32(row)
        symbols[Int(symbol)].isUsed = true
        basics[row] = symbol
        rows[row] = expression
        masks[row] = expression.mask
    }

    /// Replaces a symbol by its row in all others.
    private mutating func eliminate(_ symbol: Int32) {
        let bit = LinearExpression.bit(of: symbol)
        let own = Int(symbols[Int(symbol)].row)
        let expression = rows[own]
        work -= rows.count / 8
        for row in rows.indices where row != own && masks[row] & bit != 0 {
            let coefficient = rows[row].coefficient(of: symbol)
            guard coefficient != 0 else { continue }
            let count = rows[row].cells.count
            rows[row].add(expression, times: coefficient, replacing: symbol, scratch: &scratch)
            masks[row] = rows[row].mask
            cellCount += rows[row].cells.count - count
            work -= rows[row].cells.count
        }
    }
}
