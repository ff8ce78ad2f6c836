// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What a host counts and measures of all its runs together: the names are an interface.
///
/// Labels have few values, and none that an extension chooses: a bundle's name or a code of its own
/// would let it fill whatever keeps them.
package enum HostMetric: String, Sendable, CaseIterable {
    case runs = "belfry_runs_total"
    case queueWait = "belfry_run_queue_wait_seconds"
    case startUp = "belfry_worker_start_seconds"
    case wall = "belfry_run_wall_seconds"
    case cpu = "belfry_run_cpu_seconds"
    case footprint = "belfry_run_footprint_bytes"
    case strikes = "belfry_strikes_total"
    case workers = "belfry_workers"
    case kills = "belfry_worker_kills_total"
    case quarantines = "belfry_quarantines_total"
    case egress = "belfry_egress_decisions_total"
    case overloadWaits = "belfry_overload_waits_total"
    case overloadRefusals = "belfry_overload_refusals_total"
    case overloadLevels = "belfry_overload_levels_total"

    /// One sentence without its period.
    package var help: String {
        switch self {
        case .runs: "Runs that ended, by verdict and reason"
        case .queueWait: "From the acceptance of a run to its worker's being there"
        case .startUp: "From the demand for a worker to its being ready"
        case .wall: "From the beginning of the wall budget to the decision"
        case .cpu: "CPU time of the worker in a run"
        case .footprint: "Largest footprint in a run above that of the loaded, idle worker"
        case .strikes: "Misuse that harmed nobody, by kind"
        case .workers: "Workers there are, working, idle and ending"
        case .kills: "Workers that were killed, by what for"
        case .quarantines: "Times that a bundle was put into quarantine"
        case .egress: "Decisions on what extensions asked of the network, by outcome and reason"
        case .overloadWaits: "Runs that had to wait for room, by the resource that was full"
        case .overloadRefusals: "Runs delivered as originals for want of a resource of the host"
        case .overloadLevels: "Times that a resource of the host came under pressure or was full"
        }
    }

    /// The upper bounds of a histogram's buckets; empty for a counter or a gauge.
    package var buckets: [Double] {
        switch self {
        case .queueWait, .startUp, .wall, .cpu: Self.seconds
        case .footprint: Self.bytes
        case .runs, .strikes, .workers, .kills, .quarantines, .egress, .overloadWaits,
            .overloadRefusals, .overloadLevels:
            []
        }
    }

    /// From a warm run of a small extension to the usual wall budget.
    private static let seconds = [
        0.000_01, 0.000_025, 0.000_05, 0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01,
        0.025,
        0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30,
    ]

    /// Around the usual memory budgets, 12 and 24 MB.
    private static let bytes =
        [0.0625, 0.25, 1, 2, 4, 8, 12, 16, 20, 24, 32, 64].map { $0 * 1_048_576 }
}
