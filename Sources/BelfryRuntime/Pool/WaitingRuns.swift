// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem

/// The runs that wait for a worker: in which order, until when, and when one is tried again.
///
/// It belongs to the host's thread.
final class WaitingRuns {
    private let clock: any HostClock

    /// The next one first.
    private var runs: [Run] = []

    /// Called when a run may be tried again.
    private let whenDue: () -> Void

    /// Makes an empty queue.
    ///
    /// - Parameters:
    ///   - clock: The host's clock.
    ///   - whenDue: Called when the pause after a failed attempt is over.
    init(_ clock: any HostClock, whenDue: @escaping () -> Void) {
        self.clock = clock
        self.whenDue = whenDue
    }

    /// Those that have neither a worker nor a verdict.
    ///
    /// A copy: giving one of them a worker can decide others.
    var all: [Run] { runs }

    /// Lets a run wait behind all others.
    func append(_ run: Run) {
        runs.append(run)
    }

    /// Forgets a run, which has a worker or a verdict.
    func remove(_ run: Run) {
        runs.removeAll { $0 === run }
    }

    /// Takes a run from its worker, which died before it read the request, and lets it wait before all
    /// others until its wall budget ends.
    func requeue(_ run: Run) {
        putFirst(run)
        let end = run.endOfWall
        endWait(of: run, at: end, because: "its worker ended before it had read the request")
    }

    private func putFirst(_ run: Run) {
        run.unassign()
        runs.insert(run, at: 0)
    }

    /// Has a run end that still has no worker when its time is over: its clocks have begun, and only a
    /// worker would have them ring.
    private func endWait(of run: Run, at time: MonotonicTime, because reason: String) {
        let timer = clock.call(at: time) { [weak run] in
            guard let run, run.worker == nil, run.verdict == nil else { return }
            run.explain("\(reason); there was no other one in time")
            run.happen { $0.machineLacked() }
        }
        run.keep(timer)
    }

    // MARK: Further attempts

    // A run for which no worker could be made, as the machine had too little of something, is not the
    // bundle's fault. It is tried again for as long as its start-up budget lasts.

    /// The wait before the second attempt; each further one is twice as long, up to the longest.
    private static let firstWait = Duration.milliseconds(10)
    private static let longestWait = Duration.milliseconds(160)

    /// Lets a run wait for another attempt.
    ///
    /// - Parameters:
    ///   - run: The run, for which there is no worker.
    ///   - reason: What was missing, for its report.
    /// - Returns: Whether it waits; false where it has no time left for another attempt.
    func postpone(_ run: Run, because reason: String) -> Bool {
        let now = clock.now
        let attempts = min(run.beginning.failedAttempts, 8)
        let wait = min(Self.longestWait, Self.firstWait * (1 << attempts))
        let end = run.endOfStart(from: now)
        // One that has the request may have acted on it.
        guard !run.isRunning, now + wait < end else { return false }
        run.noteFailedAttempt(retryAt: now + wait)
        putFirst(run)
        endWait(of: run, at: end, because: reason)
        _ = clock.call(at: now + wait) { [whenDue] in whenDue() }
        return true
    }

    /// Whether a run is not to be tried yet.
    func isPaused(_ run: Run) -> Bool {
        run.beginning.retryAt.map { $0 > clock.now } ?? false
    }
}
