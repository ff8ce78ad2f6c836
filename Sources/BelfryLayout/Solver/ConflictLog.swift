// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What must hold and does not, each constraint once.
struct ConflictLog {
    /// How many are kept, and how many causes of each.
    private static let limit = 64
    static let causeLimit = 16

    private var entries: [(rule: LayoutRule, causes: [Int], isSkipped: Bool)] = []
    private var constraints: Set<Int> = []
    private var stacks: Set<UInt32> = []

    /// Notes that a rule cannot hold beside constraints.
    mutating func add(_ rule: LayoutRule, causes: [Int]) {
        guard isNew(rule) else { return }
        entries.append((rule, Array(causes.prefix(Self.causeLimit)), false))
    }

    /// Notes that a rule was not looked at.
    mutating func addSkipped(_ rule: LayoutRule) {
        guard isNew(rule) else { return }
        entries.append((rule, [], true))
    }

    private mutating func isNew(_ rule: LayoutRule) -> Bool {
        guard entries.count < Self.limit else { return false }
        return rule.constraint.map { constraints.insert($0).inserted }
            ?? stacks.insert(rule.view).inserted
    }

    /// The conflicts, in the order of the constraints, those of stacks last.
    func conflicts(of constraints: [LayoutConstraint]) -> [LayoutConflict] {
        entries.map { entry in
            LayoutConflict(
                constraint: entry.rule.constraint,
                view: entry.rule.view,
                others: entry.causes,
                message: message(entry.rule, entry.causes, entry.isSkipped, constraints)
            )
        }.sorted {
            ($0.constraint ?? .max, $0.view) < ($1.constraint ?? .max, $1.view)
        }
    }

    private func message(
        _ rule: LayoutRule,
        _ causes: [Int],
        _ isSkipped: Bool,
        _ constraints: [LayoutConstraint]
    ) -> String {
        let subject =
            rule.constraint.map { "the constraint \"\(constraints[$0])\"" }
            ?? "what view \(rule.view) wants for its content or its stack"
        if isSkipped { return "\(subject) was not looked at: there is too much to lay out" }
        let others = causes.map { "\"\(constraints[$0])\"" }.joined(separator: ", ")
        return """
            \(subject) cannot hold beside \(others.isEmpty ? "the others" : others) and is let go of: \
            take one of them away, or give it a priority below 1000
            """
    }
}
