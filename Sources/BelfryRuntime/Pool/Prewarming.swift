// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
internal import BelfrySystem
internal import BelfryWire

/// Which bundles get a worker before their next run asks for one, and for which run it is right.
///
/// It belongs to the host's thread.
final class Prewarming {
    private let clock: any HostClock
    private let maker: any WorkerMaking
    private let overload: OverloadManager

    /// Bundles with a process for each run that have answered one, and so may be asked again.
    private var recurring: Set<String> = []

    /// Makes one that has prewarmed nothing.
    ///
    /// - Parameters:
    ///   - clock: The host's clock.
    ///   - maker: What knows the bundles' libraries, and has workers forked.
    ///   - overload: What says whether there is room.
    init(_ clock: any HostClock, _ maker: any WorkerMaking, _ overload: OverloadManager) {
        self.clock = clock
        self.maker = maker
        self.overload = overload
    }

    /// The worker that was prewarmed for a run like this one, ready or about to be.
    ///
    /// - Parameters:
    ///   - plan: The run's plan.
    ///   - workers: The workers of its bundle.
    ///   - folders: What a worker of the bundle has that outlives it, now.
    /// - Returns: The worker; nil where there is none.
    func worker(
        for plan: RunPlan,
        among workers: [Worker],
        _ folders: @autoclosure () -> [StorageFolder]
    ) -> Worker? {
        guard plan.takesPrewarmed, let mark = maker.mark(of: plan.bundle) else { return nil }
        return workers.first {
            $0.prewarmedFor == mark && $0.isUnused && $0.readings?.hasEnded != true
                && $0.suits(plan, folders())
        }
    }

    /// Starts the worker that the bundle's next run will have, for bundles whose manifest asks for a
    /// process for each run.
    ///
    /// It starts with the bundle's second run, so that a host that runs it once forks one worker; and
    /// only after a run that was answered, so that nothing is started again and again to fail.
    ///
    /// - Parameters:
    ///   - run: The run that was decided.
    ///   - verdict: Its verdict.
    ///   - hasWorker: Whether a worker for such a run is there already.
    ///   - make: Makes a worker for such a run.
    func begin(
        after run: Run,
        _ verdict: Verdict,
        hasWorker: () -> Bool,
        _ make: () throws -> Worker
    ) {
        guard run.plan.takesPrewarmed, verdict.isAnswered,
            !recurring.insert(run.bundle.path).inserted, !hasWorker(), overload.admitsPrewarmed()
        else { return }
        // Without one the next run starts its own, and reports what is wrong.
        guard let mark = maker.mark(of: run.bundle), let worker = try? make() else { return }
        worker.prewarm(with: mark)
        maker.fork(worker)
        _ = clock.call(at: clock.now + run.budget.start) { [weak worker] in
            guard let worker, worker.isUnused, !worker.isServing else { return }
            worker.kill()
        }
    }
}
