// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
internal import BelfrySystem

/// What runs need of the rest of the host.
final class RunContext {
    let clock: any HostClock
    let centers: CenterRegistry
    let storage: StorageLedger

    /// The path of a worker's container, as the extension knows it.
    let containerPath: (UInt64) -> String

    /// Who gives runs their workers.
    unowned let owner: any RunOwner

    init(
        _ clock: any HostClock,
        _ centers: CenterRegistry,
        _ storage: StorageLedger,
        _ owner: any RunOwner,
        containerPath: @escaping (UInt64) -> String
    ) {
        self.clock = clock
        self.centers = centers
        self.storage = storage
        self.owner = owner
        self.containerPath = containerPath
    }
}

/// Who gives runs their workers.
protocol RunOwner: AnyObject {
    /// A run waits for another attempt at a worker, or is decided where there is no time for one.
    func postpone(_ run: Run, because reason: String)

    /// A run whose worker died before it read the request gets another one.
    func requeue(_ run: Run)

    /// A run waits for no worker any more.
    func wasDecided(_ run: Run)

    /// Working workers are looked at in a while at the latest.
    func look(in interval: Duration)
}
