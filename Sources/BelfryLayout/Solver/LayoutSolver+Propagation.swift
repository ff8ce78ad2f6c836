// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension LayoutSolver {
    /// Reckons what follows from equations with one unknown, until none is left.
    mutating func propagate() {
        let rulesOfUnknown = rulesOfUnknowns()
        var queue = system.rules.indices.filter { isCandidate($0) }
        var next = 0
        while next < queue.count {
            let rule = queue[next]
            next += 1
            guard let (unknown, value) = onlyUnknown(of: rule), isPossible(value, for: unknown)
            else {
                continue
            }
            values[unknown] = system.isSigned[unknown] ? value : max(value, 0)
            isKnown[unknown] = true
            sources[unknown] = rule
            queue += rulesOfUnknown[unknown].filter { isCandidate($0) }
        }
        for rule in system.rules.indices where isSettled(rule) {
            let sum = sum(of: rule)
            if system.rules[rule].isBroken(by: sum), !system.rules[rule].isLate {
                conflicts.add(system.rules[rule], causes: causes(of: rule))
            }
        }
    }

    private func rulesOfUnknowns() -> [[Int]] {
        var found = Array(repeating: [Int](), count: values.count)
        for rule in system.rules.indices {
            for cell in cells(of: rule) { found[Int(cell.symbol)].append(rule) }
        }
        return found
    }

    /// Whether a rule is an equation that can be reckoned with.
    private func isCandidate(_ rule: Int) -> Bool {
        system.rules[rule].isEquation && !system.rules[rule].isLate
    }

    /// Whether nothing of a rule is unknown.
    private func isSettled(_ rule: Int) -> Bool {
        cells(of: rule).allSatisfy { isKnown[Int($0.symbol)] }
    }

    func cells(of rule: Int) -> ArraySlice<LinearExpression.Cell> {
        system.cells[system.rules[rule].start..<system.rules[rule].end]
    }

    /// What a rule's sum is with all that is known.
    func sum(of rule: Int) -> Double {
        cells(of: rule).reduce(system.rules[rule].constant) {
            $0 + $1.coefficient * values[Int($1.symbol)]
        }
    }

    /// The one unknown of an equation, and what it is; nil when there are none or several.
    private func onlyUnknown(of rule: Int) -> (unknown: Int, value: Double)? {
        var found: LinearExpression.Cell?
        var sum = system.rules[rule].constant
        for cell in cells(of: rule) {
            if isKnown[Int(cell.symbol)] {
                sum += cell.coefficient * values[Int(cell.symbol)]
            } else if found == nil {
                found = cell
            } else {
                return nil
            }
        }
        guard let found else { return nil }
        return (Int(found.symbol), -sum / found.coefficient)
    }

    private func isPossible(_ value: Double, for unknown: Int) -> Bool {
        abs(value) <= .largestReckoned
            && (system.isSigned[unknown] || value >= -Tableau.tolerance)
    }

    /// The constraints that a rule cannot hold beside: those of other rules, and those from which the
    /// numbers of all of them follow.
    func causes(of rule: Int, beside others: [Int] = []) -> [Int] {
        var found = Set(others)
        var rules = [rule] + others
        while let next = rules.popLast(), found.count < ConflictLog.causeLimit {
            for cell in cells(of: next) {
                let source = sources[Int(cell.symbol)]
                guard source >= 0, source != rule, found.insert(source).inserted else { continue }
                rules.append(source)
            }
        }
        return Set(found.compactMap { system.rules[$0].constraint }).sorted()
    }
}

extension Double {
    /// The farthest from 0 that a number may come to on the way to a solution.
    fileprivate static let largestReckoned = 1e12
}
