// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// A string of `BFExtension.Network` that is no origin, why, and what to write instead.
package struct OriginError: Error, Equatable, CustomStringConvertible {
    /// The string as the manifest has it.
    package let text: String

    /// What is wrong with it.
    package let problem: String

    /// What to do about it.
    package let remedy: String

    init(_ text: String, _ problem: String, remedy: String) {
        self.text = text
        self.problem = problem
        self.remedy = remedy
    }

    /// One line: key, string with control characters escaped, problem and way out.
    package var description: String {
        "BFExtension.Network: \(text.debugDescription): \(problem); \(remedy)"
    }
}
