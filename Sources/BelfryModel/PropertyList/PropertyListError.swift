// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Why a file is not a property list.
package struct PropertyListError: Error, Equatable, CustomStringConvertible {
    /// What was found, and in XML where, such as `has an unknown element <tru> on line 4, column 9`.
    package let message: String

    /// What to write instead.
    package let hint: String

    package init(_ message: String, hint: String) {
        self.message = message
        self.hint = hint
    }

    /// One line: the fault and the way out.
    package var description: String { "\(message); \(hint)" }
}
