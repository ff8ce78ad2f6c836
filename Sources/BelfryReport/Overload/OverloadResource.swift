// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Something that a whole host can run out of, in the order in which it is named as a cause.
///
/// The raw values are an interface: reports and metrics have them.
package enum OverloadResource: String, Sendable, Codable, CaseIterable {
    /// Workers: starting, working, idle and ending.
    case workers
    /// Processes that the host has started: workers, zygotes with their mounters, symbolisers.
    case processes
    /// Threads of all workers.
    case threads
    /// Private memory of all workers: the sum of their footprints, in bytes.
    case memory
    /// Memory that the machine can still give (`MemAvailable`), in bytes.
    case availableMemory
    /// Memory that the kernel holds for the host's control group, in bytes.
    case kernelMemory
    /// Descriptors that the host's process has open.
    case descriptors
    /// Free space where attachments and what extensions keep are stored, in bytes.
    case freeSpace

    /// Whether the limit is the least that must be left; else it is the most that may be used.
    package var isReserve: Bool { self == .availableMemory || self == .freeSpace }

    /// Whether amounts of it are bytes.
    package var isByteCount: Bool {
        switch self {
        case .workers, .processes, .threads, .descriptors: false
        case .memory, .availableMemory, .kernelMemory, .freeSpace: true
        }
    }
}
