// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Why the bus or a server on it cannot be used.
package struct BusFault: Error, Equatable, CustomStringConvertible {
    /// What is wrong and what to do, in one sentence.
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}
