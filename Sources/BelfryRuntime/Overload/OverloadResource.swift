// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Something that a whole host can run out of, in the order in which it is named as a cause.
///
/// The raw values are an interface: reports and metrics have them.
package enum OverloadResource: String, Sendable, Codable, CaseIterable {
    /// Workers: starting, working, idle and ending.
    case workers
    /// Processes that the host has started: workers, nurseries with their mounters, symbolisers.
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

    /// Whether workers alone use it, so that a host without workers has all of it.
    var isUsedByWorkersAlone: Bool {
        switch self {
        case .workers, .processes, .threads, .memory: true
        case .availableMemory, .kernelMemory, .descriptors, .freeSpace: false
        }
    }

    /// Whether it changes by itself, so that one that was full is left alone until it is clearly not.
    var isMeasured: Bool { isByteCount }

    /// Whether ending idle workers gives some of it back.
    var isRelievedByEndingWorkers: Bool { self != .freeSpace }

    /// How full it is; 1 is the limit.
    func share(_ value: UInt64, of limit: UInt64) -> Double {
        let (part, whole) = isReserve ? (limit, value) : (value, limit)
        if part == 0 { return 0 }
        return whole == 0 ? .infinity : Double(part) / Double(whole)
    }

    /// What there is after an amount more was used.
    func value(_ value: UInt64, using amount: UInt64) -> UInt64 {
        if isReserve { return value - min(value, amount) }
        let (sum, overflow) = value.addingReportingOverflow(amount)
        return overflow ? .max : sum
    }

    /// What there is after an amount was given back.
    func value(_ value: UInt64, freeing amount: UInt64) -> UInt64 {
        if !isReserve { return value - min(value, amount) }
        let (sum, overflow) = value.addingReportingOverflow(amount)
        return overflow ? .max : sum
    }
}
