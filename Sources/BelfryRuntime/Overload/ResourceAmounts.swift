// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport

/// An amount of each resource; one that cannot be read on this machine has none.
struct ResourceAmounts: Equatable, Sendable {
    private var amounts = ResourceTable<UInt64?>(repeating: nil)

    /// Amounts of some resources.
    init(_ amounts: KeyValuePairs<OverloadResource, UInt64> = [:]) {
        for (resource, amount) in amounts { self.amounts[resource] = amount }
    }

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
        for resource in OverloadResource.allCases {
            guard let amount = other.amounts[resource], let value = amounts[resource] else {
                continue
            }
            let (product, overflow) = amount.multipliedReportingOverflow(by: count)
            amounts[resource] = change(resource, value, overflow ? .max : product)
        }
    }

    static func == (first: Self, second: Self) -> Bool {
        OverloadResource.allCases.allSatisfy { first[$0] == second[$0] }
    }
}

extension ResourceAmounts {
    /// What a worker is counted with until it is loaded and has been measured.
    ///
    /// More than a loaded worker has: five threads, 4 to 12 MB, and up to 14 descriptors of the host
    /// while it is started. A host's first worker brings its zygote and its mounter.
    static let newWorker = ResourceAmounts([
        .workers: 1, .processes: 3, .threads: 6, .memory: 16 << 20,
        .availableMemory: 16 << 20, .descriptors: 16,
    ])

    /// What ends with a worker.
    ///
    /// - Parameters:
    ///   - byteCount: Its footprint.
    ///   - threadCount: Its threads.
    ///   - kernelByteCount: Its share of the kernel's memory; nil where that is not read.
    init(ofWorker byteCount: UInt64, threadCount: UInt64, kernelByteCount: UInt64?) {
        self.init([
            .workers: 1, .processes: 1, .threads: threadCount, .memory: byteCount,
            .availableMemory: byteCount, .descriptors: 8,
        ])
        amounts[.kernelMemory] = kernelByteCount
    }
}
