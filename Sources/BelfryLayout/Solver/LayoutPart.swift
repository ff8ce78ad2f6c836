// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Rules that share unknowns, with each other and no other.
struct LayoutPart {
    var rules: [Int] = []
    var unknowns: [Int] = []
    /// The unknowns that are to be as small as they can, and at what priority.
    var costs: [(unknown: Int, priority: Double)] = []

    /// Whether there is a width or a horizontal place among its unknowns.
    var isHorizontal = false
}

extension LayoutSolver {
    /// Divides the rules that still have unknowns, in the order of their first rules.
    func parts() -> [LayoutPart] {
        var roots = Array(0..<values.count)
        func root(of unknown: Int) -> Int {
            var unknown = unknown
            while roots[unknown] != unknown {
                roots[unknown] = roots[roots[unknown]]
                unknown = roots[unknown]
            }
            return unknown
        }
        var firsts: [(rule: Int, unknown: Int)] = []
        for rule in system.rules.indices {
            var first = -1
            for cell in cells(of: rule) where !isKnown[Int(cell.symbol)] {
                let other = root(of: Int(cell.symbol))
                if first < 0 { first = other } else { roots[other] = first }
            }
            if first >= 0 { firsts.append((rule, first)) }
        }
        var parts: [LayoutPart] = []
        var partOfRoot = Array(repeating: -1, count: values.count)
        for (rule, unknown) in firsts {
            let root = root(of: unknown)
            if partOfRoot[root] < 0 {
                partOfRoot[root] = parts.count
                parts.append(LayoutPart())
            }
            parts[partOfRoot[root]].rules.append(rule)
        }
        for unknown in values.indices where !isKnown[unknown] {
            let part = partOfRoot[root(of: unknown)]
            guard part >= 0 else { continue }
            parts[part].unknowns.append(unknown)
            if system.isHorizontal[unknown] { parts[part].isHorizontal = true }
        }
        for (unknown, priority) in system.costs where !isKnown[Int(unknown)] {
            let part = partOfRoot[root(of: Int(unknown))]
            if part >= 0 { parts[part].costs.append((Int(unknown), priority)) }
        }
        return parts
    }
}
