// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Where a replayed run was not like the recorded one.
package struct Divergence: Sendable, Equatable, Codable {
    /// What is different, such as `call 7` or `content.title`.
    package var place: String

    /// What the recording has there; nil where it has nothing.
    package var expected: String?

    /// What the run had there; nil where it had nothing.
    package var actual: String?

    package init(_ place: String, expected: String?, actual: String?) {
        self.place = place
        self.expected = expected
        self.actual = actual
    }
}
