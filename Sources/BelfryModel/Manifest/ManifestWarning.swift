// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Something odd in an `Info.plist` that is accepted all the same.
package struct ManifestWarning: Codable, Equatable, Sendable, CustomStringConvertible {
    /// The full path of the key.
    package let keyPath: String

    /// What is odd, and what is made of it.
    package let problem: String

    /// What to write instead.
    package let fix: String

    package init(keyPath: String, problem: String, fix: String) {
        self.keyPath = keyPath
        self.problem = problem
        self.fix = fix
    }

    /// One line: the key, what is odd and the fix.
    package var description: String { "\(keyPath) \(problem); \(fix)" }
}
