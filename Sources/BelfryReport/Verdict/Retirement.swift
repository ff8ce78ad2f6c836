// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Why a worker that could go on is given no further run.
package enum Retirement: String, Sendable, Codable, CaseIterable {
    /// A process for each run was asked for.
    case fresh
    /// It has served as many runs as it had completions made for, written or locked as much as a
    /// worker may, or asked for most of the memory that the kernel grants it.
    case spent
    /// It had nothing to do for a while.
    case idle
    /// A run needed another budget, or other origins.
    case unsuitable
    /// Its extension misused the interface in its last run.
    case strikes
    /// It kept more memory than a worker may.
    case memory
    /// It kept more threads than a worker may.
    case threads
    /// It kept more descriptors than a worker may.
    case descriptors
    /// It used more CPU time between runs than leftover work may.
    case idleCPU
    /// It kept sending packets between runs.
    case idlePackets
    /// Its process ended between runs.
    case ended
    /// The host was short of something, and ended a worker that had nothing to do.
    case hostPressure

    /// Whether the extension did what it should not.
    package var isMisuse: Bool {
        switch self {
        case .fresh, .spent, .idle, .unsuitable, .hostPressure: false
        case .strikes, .memory, .threads, .descriptors, .idleCPU, .idlePackets, .ended: true
        }
    }
}
