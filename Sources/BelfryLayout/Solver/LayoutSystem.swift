// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The unknowns of a layout and the rules that they are to keep.
///
/// A view has four: where it is in its parent, and how large it is. Those of a view that is not laid out by
/// constraints are no unknowns, but numbers, or what autoresizing makes of its parent's size.
struct LayoutSystem {
    /// What is known of a side of the root.
    enum Extent {
        case exactly(Double)
        /// As constraints want, but no more than this.
        case atMost(Double)
    }

    /// One of a view's four numbers.
    enum Quantity: Int32 {
        case x = 0
        case y = 1
        case width = 2
        case height = 3
    }

    /// What one of the numbers is: a multiple of an unknown and a constant.
    struct Term {
        /// The unknown; -1 for none.
        var unknown: Int32 = -1
        var scale = 0.0
        var constant = 0.0
    }

    let tree: LayoutTree

    /// The numbers of all views, four each.
    private(set) var terms: [Term] = []

    /// By unknown: whether it may be negative.
    private(set) var isSigned: [Bool] = []

    /// Which of them are of the horizontal direction.
    private(set) var isHorizontal: [Bool] = []

    private(set) var rules: [LayoutRule] = []
    private(set) var cells: [LinearExpression.Cell] = []

    /// Unknowns that are to be as small as they can, at a priority.
    private(set) var costs: [(unknown: Int32, priority: Double)] = []

    /// By view: the size of its content, lines of text not broken.
    let contents: [LayoutContentSize]

    /// The texts whose height follows from their width, with the rule that says so.
    var wrappingTexts: [(place: Int, rule: Int)] = []

    /// Gathers the views from one on.
    init(tree: LayoutTree, width: Extent, height: Extent) {
        self.tree = tree
        contents = tree.nodes.map { $0.content.size() }
        terms.reserveCapacity(tree.nodes.count * 4)
        addRoot(width: width, height: height)
        for place in tree.nodes.indices.dropFirst() {
            let parent = tree.parents[place]
            let isArranged = tree.nodes[parent].stack?.arranged.contains(tree.ids[place]) ?? false
            if isArranged || tree.nodes[place].isConstrained {
                for quantity in [Quantity.x, .y, .width, .height] {
                    terms.append(term(ofUnknown: makeUnknown(quantity)))
                }
            } else {
                terms += autoresizedTerms(of: place)
            }
        }
    }

    private mutating func addRoot(width: Extent, height: Extent) {
        terms += [Term(), Term()]
        for (extent, quantity) in [(width, Quantity.width), (height, .height)] {
            switch extent {
            case .exactly(let length): terms.append(Term(constant: length.bounded))
            case .atMost(let limit):
                let unknown = makeUnknown(quantity)
                terms.append(term(ofUnknown: unknown))
                // UILayoutPriority.fittingSizeLevel.
                costs.append((unknown, 50))
                guard limit < .largestCoordinate else { continue }
                var sum = LayoutSum(constant: -limit.bounded)
                sum.add(unknown, times: 1)
                add(sum, over: LayoutConstraint.required, view: tree.ids.first ?? 0)
            }
        }
    }

    private func term(ofUnknown unknown: Int32) -> Term { Term(unknown: unknown, scale: 1) }

    /// Makes an unknown.
    mutating func makeUnknown(_ quantity: Quantity) -> Int32 {
        isSigned.append(quantity == .x || quantity == .y)
        isHorizontal.append(quantity == .x || quantity == .width)
        return Int32(isSigned.count - 1)
    }

    /// What a number of a view is.
    func term(_ quantity: Quantity, of place: Int) -> Term {
        terms[place * 4 + Int(quantity.rawValue)]
    }

    /// Adds a multiple of a view's number to a sum.
    func add(_ quantity: Quantity, of place: Int, times factor: Double, to sum: inout LayoutSum) {
        let term = term(quantity, of: place)
        sum.constant += term.constant * factor
        if term.unknown >= 0 { sum.add(term.unknown, times: term.scale * factor) }
    }

    /// Has a number of a view be as small as it can.
    mutating func minimise(_ quantity: Quantity, of place: Int, priority: Double) {
        let term = term(quantity, of: place)
        if term.unknown >= 0, term.scale > 0 { costs.append((term.unknown, priority)) }
    }

    /// Adds a rule; returns its place.
    @discardableResult
    mutating func add(
        _ sum: LayoutSum,
        over: Double = 0,
        under: Double = 0,
        constraint: Int? = nil,
        view: UInt32
    ) -> Int {
        let start = cells.count
        cells += sum.cells.lazy.filter { abs($0.coefficient) > LinearExpression.epsilon }
        rules.append(
            LayoutRule(
                start: start,
                end: cells.count,
                constant: sum.constant,
                over: over,
                under: under,
                constraint: constraint,
                view: view
            )
        )
        return rules.count - 1
    }

    /// Says that a rule waits for the width of a text.
    mutating func markLate(_ rule: Int) { rules[rule].isLate = true }

    /// Says what the height of a text is.
    mutating func setHeight(_ height: Double, inRule rule: Int) { rules[rule].constant = -height }
}
