// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem

/// What tells how much the machine has of what a host does not count itself.
///
/// The host's own is ``MachineMonitor``. The simulation has one that a seed drives.
protocol MachineReading: AnyObject {
    /// What the machine had at the last look.
    var latest: MachineMonitor.Machine { get }

    /// How many descriptors this process has open; nil where the kernel does not say.
    var descriptorCount: UInt64? { get }

    /// The most descriptors that the host may have open.
    func descriptorLimit(_ limits: HostLimits) -> UInt64

    /// Whether the last look at the machine was a while ago.
    func isDue(at now: MonotonicTime) -> Bool

    /// Looks at the machine, where that is due.
    func look(_ limits: HostLimits, at now: MonotonicTime) -> MachineMonitor.Machine
}

extension MachineMonitor: MachineReading {}
