// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryReport

/// The resource for want of which a run had to wait.
package struct OverloadCause: Sendable, Equatable {
    /// What the host was short of.
    package let resource: OverloadResource

    /// How much of it was used; of a reserve, how much was left.
    package let value: UInt64

    /// The most that may be used; of a reserve, the least that must be left.
    package let limit: UInt64

    /// The cause as a part of a sentence, such as `workers: 2 of at most 2`.
    var text: String {
        let name =
            switch resource {
            case .workers: "workers"
            case .processes: "processes"
            case .threads: "threads of all workers"
            case .memory: "memory of all workers"
            case .availableMemory: "memory of the machine"
            case .kernelMemory: "memory that the kernel holds for the host"
            case .descriptors: "open descriptors of the host"
            case .freeSpace: "free space of the store"
            }
        let bound = resource.isReserve ? "left, at least" : "of at most"
        return "\(name): \(amount(value)) \(bound) \(amount(limit))"
    }

    private func amount(_ value: UInt64) -> String {
        resource.isByteCount ? "\(value / 1024) KB" : "\(value)"
    }
}
