// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem

/// Runs for which no worker could be made, as the machine had too little of something.
///
/// That is nobody's fault in the bundle, so the host tries again for as long as the start-up budget
/// lasts; then the original is delivered, as ``Verdict/Fallback/hostResource``.
extension ExtensionHost {
    /// The wait before the second attempt; each further one is twice as long, up to the longest.
    private static let firstWait = Duration.milliseconds(10)
    private static let longestWait = Duration.milliseconds(160)

    /// Lets a run wait for another attempt at a worker, or decides it when there is no time for one.
    func postpone(_ run: RunRecord, because reason: String) {
        guard run.machine.verdict == nil else { return }
        let now = MonotonicTime.now
        let begin = run.begunAt ?? now
        run.begunAt = begin
        let wait = min(Self.longestWait, Self.firstWait * (1 << min(run.failedAttempts, 8)))
        let end = begin + min(run.budget.start, run.budget.wall)
        // One that has the request may have acted on it.
        guard !run.machine.isRunning, now + wait < end, !isShutDown else {
            run.explanation = reason
            return perform(run.machine.machineLacked(), on: run)
        }
        run.failedAttempts += 1
        run.retryAt = now + wait
        requeue(run)
        _ = reactor.schedule(at: now + wait) { [weak self] in
            self?.assumeIsolated { $0.startWaitingRuns() }
        }
    }

    /// Whether a run is to wait before the next attempt at a worker of its own.
    func isWaitingForMachine(_ run: RunRecord) -> Bool {
        run.retryAt.map { $0 > .now } ?? false
    }
}
