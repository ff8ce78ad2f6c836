// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
internal import BelfryRuntime

/// Runs with a process each (`Process` = `fresh`), which was prewarmed and waits, loaded.
struct PrewarmedRunProbe: Probe {
    let subject: Subject

    /// How many runs make a round.
    let count: Int

    func measure(into round: inout Round) async throws {
        for _ in 0..<count {
            // As between two notifications: the process has time to be loaded.
            try await Task.sleep(for: .milliseconds(20))
            let outcome = try await subject.run(isFresh: nil)
            // The first has none, nor has one that came before its process was ready.
            guard outcome.timing.isPrewarmed, outcome.timing.startMilliseconds == 0 else {
                continue
            }
            round.add(outcome.delivery, to: .prewarmedDelivery)
            round.add(outcome.total, to: .prewarmedRun)
        }
    }
}
