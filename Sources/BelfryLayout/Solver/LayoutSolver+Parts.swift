// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension LayoutSolver {
    /// Finds the unknowns of a part.
    mutating func solve(_ part: LayoutPart) {
        for (symbol, unknown) in part.unknowns.enumerated() { symbols[unknown] = Int32(symbol) }
        var attempt = PartAttempt(work: work)
        self.attempt(part, &attempt)
        if !attempt.contradictions.isEmpty, part.rules.count <= PartAttempt.explainedRuleLimit {
            // What is at fault is found out by a second attempt, which keeps track of it.
            attempt = PartAttempt(work: attempt.tableau.work, isMarked: true)
            self.attempt(part, &attempt)
        }
        work = attempt.tableau.work
        for (rule, others) in attempt.contradictions {
            conflicts.add(system.rules[rule], causes: causes(of: rule, beside: others))
        }
        for rule in attempt.skipped { conflicts.addSkipped(system.rules[rule]) }
        for (symbol, unknown) in part.unknowns.enumerated() {
            let value = attempt.tableau.value(of: Int32(symbol))
            values[unknown] = system.isSigned[unknown] ? value : max(value, 0)
        }
    }

    /// Gives a tableau the rules of a part: first what must be, in the order of the rules.
    private func attempt(_ part: LayoutPart, _ attempt: inout PartAttempt) {
        for unknown in part.unknowns {
            _ = attempt.tableau.makeSymbol(isFree: system.isSigned[unknown])
        }
        for rule in part.rules where system.rules[rule].isRequired {
            attempt.require(rule, expression(of: rule), as: system.rules[rule])
        }
        for rule in part.rules where !system.rules[rule].isEquation {
            attempt.prefer(expression(of: rule), as: system.rules[rule])
        }
        for (unknown, priority) in part.costs {
            attempt.tableau.minimise(symbols[unknown], priority: priority)
        }
        attempt.tableau.optimise()
    }

    /// A rule's sum by the symbols of its part, with what is known put in.
    private func expression(of rule: Int) -> LinearExpression {
        var expression = LinearExpression(constant: system.rules[rule].constant)
        for cell in cells(of: rule) {
            let unknown = Int(cell.symbol)
            if isKnown[unknown] {
                expression.constant += cell.coefficient * values[unknown]
            } else {
                expression.add(symbols[unknown], times: cell.coefficient)
            }
        }
        return expression
    }
}

/// A tableau of a part, and what was found out about its rules.
private struct PartAttempt {
    /// From how many rules on nothing is found out about what is at fault.
    static let explainedRuleLimit = 200

    var tableau: Tableau
    let isMarked: Bool

    /// The rules that were let go of, each with those that it cannot hold beside.
    var contradictions: [(rule: Int, others: [Int])] = []
    /// The rules that there was too much work to look at.
    var skipped: [Int] = []

    private var ruleOfSymbol: [Int32: Int] = [:]

    init(work: Int, isMarked: Bool = false) {
        tableau = Tableau(work: work)
        self.isMarked = isMarked
    }

    mutating func require(_ rule: Int, _ expression: LinearExpression, as kind: LayoutRule) {
        var expression = expression
        let outcome: Tableau.Outcome
        if kind.isEquation {
            if isMarked {
                let mark = tableau.makeSymbol(isFrozen: true)
                ruleOfSymbol[mark] = rule
                expression.add(mark, times: 1)
            }
            outcome = tableau.requireZero(expression)
        } else {
            if kind.over >= LayoutConstraint.required { expression.multiply(by: -1) }
            let excess = tableau.makeSymbol()
            if isMarked { ruleOfSymbol[excess] = rule }
            outcome = tableau.require(expression, toBe: excess)
        }
        switch outcome {
        case .holds: break
        case .skipped: skipped.append(rule)
        case .contradicts:
            let others = tableau.contradiction.compactMap { ruleOfSymbol[$0] }
            contradictions.append((rule, others.filter { $0 != rule }))
        }
    }

    mutating func prefer(_ expression: LinearExpression, as kind: LayoutRule) {
        let over = kind.over < LayoutConstraint.required ? kind.over : 0
        let under = kind.under < LayoutConstraint.required ? kind.under : 0
        guard over > 0 || under > 0 else { return }
        tableau.prefer(expression, over: over, under: under)
    }
}
