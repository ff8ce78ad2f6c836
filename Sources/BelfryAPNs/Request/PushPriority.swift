// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// When a push is to reach its device (`apns-priority`).
package enum PushPriority: Int, Sendable, CaseIterable {
    /// At once.
    case immediate = 10
    /// When that costs the device little.
    case considerate = 5
    /// Only when the device is awake anyway.
    case lowest = 1
}
