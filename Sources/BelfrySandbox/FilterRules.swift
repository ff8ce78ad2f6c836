// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import Glibc

/// What a policy comes to, call by call: the rules that libseccomp is given.
struct FilterRules {
    /// What becomes of a call.
    enum Action: Equatable {
        case allow
        case errno(Int32)
        /// The kernel ends the process.
        case kill
        /// The host is told of the call, and ends the process or answers.
        ///
        /// Of several filters the lowest answer counts, and the host is told only by the one that
        /// has the listener. Others therefore answer as to a tracer: next to the listener's that
        /// counts for nothing, and without any the call is not made either, but answers `ENOSYS`.
        case tell
    }

    /// What becomes of a call whose arguments compare so.
    struct Rule: Equatable {
        var action: Action
        var comparisons: [Comparison]
    }

    /// What becomes of a call without a rule that says otherwise.
    static let otherwise = Action.errno(ENOSYS)

    /// The calls that have rules, in the order in which they got them.
    private(set) var names: [String] = []

    private var rules: [String: [Rule]] = [:]

    /// The rules of a policy.
    init(_ policy: SystemCallPolicy) {
        for name in policy.allowed { allow(name) }
        for (name, errno) in policy.refused { refuse(name, errno) }
        for name in policy.killed where name != "unshare" || !policy.allowsOwnCount {
            add(name, .tell, [])
        }
        for name in policy.asked { add(name, .tell, []) }
        for name in policy.killedUnnamed { add(name, .kill, []) }
        addArgumentRules(policy)
    }

    mutating func allow(_ name: String, _ comparisons: Comparison...) {
        allow(name, comparisons)
    }

    mutating func allow(_ name: String, _ comparisons: [Comparison]) {
        add(name, .allow, comparisons)
    }

    mutating func refuse(_ name: String, _ errno: Int32, _ comparisons: Comparison...) {
        refuse(name, errno, comparisons)
    }

    mutating func refuse(_ name: String, _ errno: Int32, _ comparisons: [Comparison]) {
        add(name, .errno(errno), comparisons)
    }

    mutating func tell(_ name: String, _ comparisons: Comparison...) {
        add(name, .tell, comparisons)
    }

    private mutating func add(_ name: String, _ action: Action, _ comparisons: [Comparison]) {
        if rules[name] == nil { names.append(name) }
        rules[name, default: []].append(Rule(action: action, comparisons: comparisons))
    }

    /// The calls whose rules are others here than there.
    func differing(from other: FilterRules) -> [String] {
        let added = other.names.filter { rules[$0] == nil }
        return (names + added).filter { rules[$0] != other.rules[$0] }
    }

    /// A program of the rules of some calls; all others answer as unknown.
    ///
    /// - Parameters:
    ///   - names: Those calls.
    ///   - isListening: Whether the filter will have the listener of calls that the host is told of.
    /// - Returns: The program, eight bytes an instruction.
    /// - Throws: ``SystemError`` naming the call whose rule libseccomp refused.
    func compiled(for names: [String], isListening: Bool) throws(SystemError) -> [UInt8] {
        let context = try FilterContext()
        for name in names {
            for rule in rules[name] ?? [] {
                try context.add(rule, for: name, isListening: isListening)
            }
        }
        return try context.export()
    }
}

/// One comparison of a system call's argument under a mask.
struct Comparison: Equatable {
    var argument: UInt32
    var mask: UInt64
    var equals: UInt64
}
