// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import BelfryWire

extension RunTrial.Notice {
    /// The words in which a run's worker is told.
    func command(for run: Run) -> WorkerCommand {
        switch self {
        case .expiry:
            .willExpire(run: run.number, grace: UInt64(clamping: run.budget.grace.nanoseconds))
        case .memoryPressure:
            .pressure(
                used: run.budget.pressureByteCount,
                limit: UInt64(clamping: run.budget.memoryByteCount)
            )
        case .cpuPressure:
            .cpuPressure(
                used: run.budget.pressureNanoseconds,
                limit: run.budget.cpuNanoseconds
            )
        }
    }
}
