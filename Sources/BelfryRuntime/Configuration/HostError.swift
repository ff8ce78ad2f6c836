// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// A host that cannot do what it was asked.
package struct HostError: Error, Equatable, CustomStringConvertible {
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}
