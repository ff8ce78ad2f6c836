// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Something odd in a payload that is accepted all the same.
package struct PayloadWarning: Codable, Equatable, Sendable, CustomStringConvertible {
    /// Where it is, such as `aps.mutable-content`.
    package let keyPath: String

    /// What is odd.
    package let problem: String

    /// What Apple's system, and so this host, does with it.
    package let effect: String

    /// What to write instead.
    package let fix: String

    package init(keyPath: String, problem: String, effect: String, fix: String) {
        self.keyPath = keyPath
        self.problem = problem
        self.effect = effect
        self.fix = fix
    }

    /// Says that a comma after the last entry was passed over.
    ///
    /// - Parameters:
    ///   - position: Where it stands.
    ///   - others: Who else reads the text, and may refuse it.
    package init(
        trailingComma position: TextPosition,
        others: String = "APNs and a push library"
    ) {
        self.init(
            keyPath: "line \(position.line), column \(position.column)",
            problem: "has a comma after the last entry",
            effect:
                "it is passed over here, but it is not JSON (RFC 8259): \(others) may refuse it",
            fix: "remove the comma"
        )
    }

    /// Says that a fault of the text was passed over.
    init(passedOver fault: JSONError) {
        self.init(
            keyPath: "line \(fault.line), column \(fault.column)",
            problem: "is ambiguous JSON, \(fault.message)",
            effect: "it is passed over here; other readers may refuse it",
            fix: fault.hint
        )
    }

    /// One line: place, what is odd, its effect and the fix.
    package var description: String {
        "\(keyPath) \(problem): \(effect); \(fix)"
    }
}
