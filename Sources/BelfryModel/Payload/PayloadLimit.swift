// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// How large a payload may be.
package struct PayloadLimit: Sendable, Equatable {
    /// The largest size that APNs accepts.
    package let byteCount: Int

    package init(byteCount: Int) {
        self.byteCount = byteCount
    }

    /// The limit of every push type but those that have their own: 4096 bytes.
    package static let standard = PayloadLimit(byteCount: 4096)

    /// The limit of VoIP pushes: 5120 bytes.
    package static let voip = PayloadLimit(byteCount: 5120)
}
