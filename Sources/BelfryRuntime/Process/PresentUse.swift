// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What a worker with a run or a session uses at the moment, as the kernel counts it.
package struct PresentUse: Equatable, Sendable {
    /// CPU time of all its threads since it was made.
    package let cpu: Duration

    /// Memory above the loaded, idle worker's, in bytes, when it was last looked at.
    package let memoryByteCount: Int
}
