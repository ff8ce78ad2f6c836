// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Why an endpoint cannot listen.
package struct PushListenerError: Error, CustomStringConvertible {
    /// What cannot be done, and why.
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}
