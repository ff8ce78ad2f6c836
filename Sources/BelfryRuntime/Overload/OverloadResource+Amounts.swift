// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport

extension OverloadResource {
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
