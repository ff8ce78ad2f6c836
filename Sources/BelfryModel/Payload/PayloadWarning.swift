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

    /// One line: place, what is odd, its effect and the fix.
    package var description: String {
        "\(keyPath) \(problem): \(effect); \(fix)"
    }
}
