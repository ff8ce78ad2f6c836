// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Why bytes from the other side are not a frame of ours.
package struct WireError: Error, Equatable, CustomStringConvertible {
    /// What is wrong, for the log: never shown as the extension's own words.
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}
