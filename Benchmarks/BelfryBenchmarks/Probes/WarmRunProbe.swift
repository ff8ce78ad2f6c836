// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
internal import BelfryRuntime

/// Runs with a worker that is there already, one at a time.
struct WarmRunProbe: Probe {
    let subject: Subject

    /// How many runs make a round, one after the other.
    let count: Int

    /// How many runs more begin when host and worker have slept for a while.
    let idleCount: Int

    /// How long they sleep.
    private static let pause = Duration.milliseconds(2)

    func measure(into round: inout Round) async throws {
        // The round before left caches cold and, when a cold probe ran, the worker replaced.
        _ = try await subject.run(isFresh: false)
        for _ in 0..<count {
            let outcome = try await subject.run(isFresh: false)
            // A worker retires after a number of requests; the run after that is a cold one.
            guard outcome.timing.isWarm else { continue }
            round.add(outcome.total, to: .warmRun)
            round.add(outcome.delivery, to: .warmDelivery)
            round.add(.milliseconds(outcome.timing.wallMilliseconds), to: .warmDecision)
        }
        for _ in 0..<idleCount {
            try await Task.sleep(for: Self.pause)
            let outcome = try await subject.run(isFresh: false)
            guard outcome.timing.isWarm else { continue }
            round.add(outcome.total, to: .warmIdleRun)
        }
    }
}
