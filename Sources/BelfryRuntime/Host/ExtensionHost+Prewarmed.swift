// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryEgress
internal import BelfryReport
internal import BelfrySystem

/// Prewarmed workers, for bundles whose manifest asks for a process for each run.
///
/// When a run has been delivered, the worker of the bundle's next run is forked and waits, loaded.
/// This starts with the bundle's second run, so that a host that runs it once forks one worker.
extension ExtensionHost {
    /// Starts the worker that the bundle's next run will have, where there is none yet.
    ///
    /// Only after a run that was answered, so that nothing is started again and again to fail.
    func prewarm(of run: RunRecord, _ verdict: Verdict) {
        guard run.takesPrewarmed, verdict.isAnswered, !isShutDown else { return }
        guard !recurring.insert(run.bundle.path).inserted, prewarmedWorker(for: run) == nil else {
            return
        }
        guard admitsPrewarmed() else { return }
        // Without one the next run starts its own, and reports what is wrong.
        guard let mark = LibraryMark(of: run.bundle), let worker = try? startWorker(for: run) else {
            return
        }
        worker.prewarmedFor = mark
        requestFork(of: worker)
        let number = worker.number
        _ = reactor.schedule(at: .now + run.budget.start) { [weak self] in
            self?.assumeIsolated { host in
                guard let worker = host.workers[number], worker.run == nil,
                    !worker.machine.isServing
                else { return }
                host.kill(worker)
            }
        }
    }

    /// Lets a worker wait for the run that it was started for, without a network as between runs.
    func becamePrewarmed(_ worker: WorkerRecord) {
        worker.network?.endRun()
        becameIdle(worker)
    }

    /// The worker that was prewarmed for a run like this one, ready or about to be.
    func prewarmedWorker(for run: RunRecord) -> WorkerRecord? {
        guard run.takesPrewarmed, let mark = LibraryMark(of: run.bundle) else { return nil }
        return workers.of(run.bundle).first {
            $0.prewarmedFor == mark && $0.run == nil && !$0.isRetiring
                && $0.process?.hasEnded != true
                && suits($0, run)
        }
    }

    /// Whether a worker was made with what a run needs.
    func suits(_ worker: WorkerRecord, _ run: RunRecord) -> Bool {
        worker.bundle.path == run.bundle.path && worker.budget == run.budget
            && (worker.origins ?? []) == run.origins
            && worker.storage == storageFolders(for: run.bundle) && worker.watch == run.trial.watch
    }
}
