// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Finds numbers for the unknowns of a system.
///
/// What follows from one equation after the other is reckoned first. The rest falls into parts
/// that do not depend on each other, mostly of a few unknowns each, and each is solved by itself: first those
/// with widths, then, with the heights of texts at these widths, the others.
///
/// It is our own: libraries such as kiwi make weights of priorities, which rounding can turn around, and
/// have no limit for the work that a stranger's constraints may cause.
struct LayoutSolver {
    /// How much work there may be for one layout: cells of tableaux touched.
    private static let workLimit = 2_000_000

    /// How many times a text is measured whose width follows from its height.
    private static let passLimit = 3

    var system: LayoutSystem
    var values: [Double]
    var isKnown: [Bool]

    /// By unknown that was reckoned: the rule that it follows from; -1 else.
    var sources: [Int]

    /// By unknown: its symbol in the tableau of its part.
    var symbols: [Int32]

    var conflicts = ConflictLog()
    var work = Self.workLimit

    init(_ system: LayoutSystem) {
        self.system = system
        values = Array(repeating: 0, count: system.isSigned.count)
        isKnown = Array(repeating: false, count: system.isSigned.count)
        sources = Array(repeating: -1, count: system.isSigned.count)
        symbols = Array(repeating: -1, count: system.isSigned.count)
    }

    /// Finds all numbers.
    mutating func run() {
        propagate()
        let parts = parts()
        for part in parts where part.isHorizontal { solve(part) }
        measureTexts(in: parts)
        for part in parts where !part.isHorizontal { solve(part) }
    }

    /// Measures the texts whose width is found; what has both widths and their heights is solved again.
    private mutating func measureTexts(in parts: [LayoutPart]) {
        var pass = 0
        while !system.wrappingTexts.isEmpty, pass < Self.passLimit {
            var changed: Set<Int> = []
            for text in system.wrappingTexts {
                let width = value(.width, of: text.place)
                let height = system.tree.nodes[text.place].content.size(within: width).height ?? 0
                guard system.rules[text.rule].constant != -height else { continue }
                system.setHeight(height, inRule: text.rule)
                changed.insert(text.rule)
            }
            guard !changed.isEmpty else { return }
            for part in parts where part.isHorizontal && !changed.isDisjoint(with: part.rules) {
                solve(part)
            }
            pass += 1
        }
    }

    /// One of a view's numbers.
    func value(_ quantity: LayoutSystem.Quantity, of place: Int) -> Double {
        let term = system.term(quantity, of: place)
        let value =
            term.unknown < 0
            ? term.constant : values[Int(term.unknown)] * term.scale + term.constant
        return quantity == .width || quantity == .height ? value.bounded : value.boundedCoordinate
    }
}
