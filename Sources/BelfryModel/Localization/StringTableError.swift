// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Why a file is no table of texts.
package struct StringTableError: Error, Equatable, CustomStringConvertible {
    /// What is wrong and where, with the way out, in one line.
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}
