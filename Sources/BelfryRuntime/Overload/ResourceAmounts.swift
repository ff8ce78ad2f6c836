// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport

/// An amount of each resource; one that cannot be read on this machine has none.
struct ResourceAmounts: Equatable {
    private var amounts: [OverloadResource: UInt64] = [:]

    /// A resource's amount; nil where it is not read.
    subscript(resource: OverloadResource) -> UInt64? {
        get { amounts[resource] }
        set { amounts[resource] = newValue }
    }

    /// Counts what something uses.
    mutating func use(_ other: ResourceAmounts, times count: UInt64 = 1) {
        change(by: other, times: count) { $0.value($1, using: $2) }
    }

    /// Counts what something gives back.
    mutating func free(_ other: ResourceAmounts) {
        change(by: other, times: 1) { $0.value($1, freeing: $2) }
    }

    private mutating func change(
        by other: ResourceAmounts,
        times count: UInt64,
        _ change: (OverloadResource, UInt64, UInt64) -> UInt64
    ) {
        for (resource, amount) in other.amounts {
            guard let value = amounts[resource] else { continue }
            let (product, overflow) = amount.multipliedReportingOverflow(by: count)
            amounts[resource] = change(resource, value, overflow ? .max : product)
        }
    }
}

extension ResourceAmounts {
    /// What a worker is counted with until it is loaded and has been measured.
    ///
    /// More than a loaded worker has: five threads, 4 to 12 MB, and up to 14 descriptors of the host
    /// while it is started. A host's first worker brings its zygote and its mounter.
    static let newWorker = ResourceAmounts(
        amounts: [
            .workers: 1, .processes: 3, .threads: 6, .memory: 16 << 20,
            .availableMemory: 16 << 20, .descriptors: 16,
        ]
    )

    /// What ends with a worker.
    ///
    /// - Parameters:
    ///   - byteCount: Its footprint.
    ///   - threadCount: Its threads.
    ///   - kernelByteCount: Its share of the kernel's memory; nil where that is not read.
    init(ofWorker byteCount: UInt64, threadCount: UInt64, kernelByteCount: UInt64?) {
        amounts = [
            .workers: 1, .processes: 1, .threads: threadCount, .memory: byteCount,
            .availableMemory: byteCount, .descriptors: 8,
        ]
        amounts[.kernelMemory] = kernelByteCount
    }
}
