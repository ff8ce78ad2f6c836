// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension GateClause.Part {
    /// As a clause has it.
    var name: String {
        switch self {
        case .cold: "cold"
        case .warm: "warm"
        case .named(let name): name
        }
    }

    /// Whether it is a part's kind, or the part itself.
    func includes(_ name: String, isCold: Bool) -> Bool {
        switch self {
        case .cold: isCold
        case .warm: !isCold
        case .named(let own): own == name
        }
    }
}

extension GateClause {
    /// Whether a part is one that it is about.
    func isAbout(_ name: String, isCold: Bool) -> Bool {
        part?.includes(name, isCold: isCold) ?? true
    }

    /// What is wrong with a clause that says the same whatever is measured; nil for one that does not.
    var certainty: String? {
        switch (subject, bound) {
        case (.runs, .share): "runs are no share of anything: write a number, such as runs < 1000"
        case (.verdict, .share(let share)): sentence(share, most: 1)
        case (.verdict, .amount(let count)), (.runs, .amount(let count)): sentence(count)
        case (.statistic, .share(let amount)), (.statistic, .amount(let amount)): sentence(amount)
        // Less is as possible as more.
        case (.change, _): nil
        }
    }

    /// What is wrong with a comparison of what is never below 0.
    private func sentence(_ limit: Double, most: Double = .infinity) -> String? {
        let atLeast = comparison.holds(0, limit)
        // Comparisons go one way: what holds at both ends holds between them.
        guard atLeast == comparison.holds(most, limit) else { return nil }
        return atLeast ? "this is always so: it would fail always" : "this can never be so"
    }
}

extension GateExpression {
    /// Refuses clauses about what will not be measured: nobody would notice that they are never looked
    /// at until all of it is.
    ///
    /// - Parameters:
    ///   - parts: The names of the parts that will be, and whether they are of cold runs.
    ///   - isCompared: Whether another build is compared with.
    /// - Throws: ``GateError`` with the clause's place.
    package func check(
        against parts: [(name: String, isCold: Bool)],
        isCompared: Bool
    ) throws(GateError) {
        for clause in clauses {
            if let part = clause.part,
                !parts.contains(where: { part.includes($0.name, isCold: $0.isCold) })
            {
                let names = parts.map(\.name).joined(separator: "; ")
                throw fault(clause, "there will be no part \(part.name); there are: \(names)")
            }
            guard case .change(_, let metric) = clause.subject else { continue }
            guard isCompared else {
                throw fault(clause, "nothing is compared: give --compare OLD.appex")
            }
            let isCold = parts.contains { clause.isAbout($0.name, isCold: $0.isCold) && $0.isCold }
            guard isCold || metric != .startUp else {
                throw fault(clause, "the start-up of warm runs is not compared")
            }
        }
    }

    private func fault(_ clause: GateClause, _ problem: String) -> GateError {
        GateError(text: clause.text, column: 1, problem: problem)
    }
}
