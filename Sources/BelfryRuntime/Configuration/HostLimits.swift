// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport

/// What a host may use as a whole, whatever each worker may.
///
/// At 80 % of a limit prewarmed workers are ended, then idle ones. At 100 % new runs wait, and those that have
/// waited for too long are delivered as originals. A run that has begun is never ended for these limits.
package struct HostLimits: Sendable, Equatable {
    /// Most workers.
    package var workerCount: UInt64

    /// Most processes that the host has started.
    package var processCount: UInt64

    /// Most threads of all workers.
    package var threadCount: UInt64

    /// Most private memory of all workers.
    package var memoryByteCount: UInt64

    /// Memory that the machine must be able to give still.
    package var availableMemoryByteCount: UInt64

    /// Most memory that the kernel holds for the host's control group, where it has one.
    package var kernelMemoryByteCount: UInt64

    /// Most open descriptors; nil for what RLIMIT_NOFILE leaves, which is the most in any case.
    package var descriptorCount: UInt64?

    /// Free space to be left where attachments and what extensions keep are stored; nil for 64 MB, or a
    /// twentieth of a file system that is smaller than 1.25 GB.
    package var freeSpaceByteCount: UInt64?

    /// How long a run waits for room.
    package var queueTime = Duration.seconds(5)

    /// Most runs that wait for room.
    package var queueLength = 1000

    /// Most requests a worker gets in its life, as completions are made for so many; the next request
    /// gets a new worker.
    package static let runsPerWorker = 256

    /// The least of all limits, for a machine that has almost nothing.
    private static let leastWorkerCount: UInt64 = 4

    /// The limits that suit a machine.
    ///
    /// - Parameter machine: What it has.
    init(for machine: MachineCapacity) {
        workerCount = max(Self.leastWorkerCount, machine.memoryByteCount / (16 << 20))
        processCount = max(Self.leastWorkerCount * 3, machine.processCount / 2)
        threadCount = max(
            Self.leastWorkerCount * 6,
            min(machine.processCount / 2, UInt64(machine.coreCount) * 4096)
        )
        memoryByteCount = machine.memoryByteCount / 4 * 3
        availableMemoryByteCount = min(1 << 30, machine.memoryByteCount / 32)
        kernelMemoryByteCount = machine.memoryByteCount / 8
    }

    /// The limit of a resource, as far as it is known without looking at the machine.
    subscript(resource: OverloadResource) -> UInt64? {
        switch resource {
        case .workers: workerCount
        case .processes: processCount
        case .threads: threadCount
        case .memory: memoryByteCount
        case .availableMemory: availableMemoryByteCount
        case .kernelMemory: kernelMemoryByteCount
        case .descriptors: descriptorCount
        case .freeSpace: freeSpaceByteCount
        }
    }

    /// The default of what is to be left free on a file system.
    static func freeSpace(ofFileSystem byteCount: UInt64) -> UInt64 {
        min(64 << 20, byteCount / 20)
    }

    /// What RLIMIT_NOFILE leaves besides what other parts of the program need.
    static func descriptors(under limit: UInt64) -> UInt64 { limit - min(64, limit / 8) }
}
