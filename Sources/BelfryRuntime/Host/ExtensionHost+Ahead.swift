// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
internal import BelfrySystem

/// Workers forked ahead of need, for bundles whose manifest wants a process for each run: the next
/// run's is started when one has been delivered, and waits, loaded.
///
/// From the second run on: a host that is asked once starts nothing for nobody.
extension ExtensionHost {
    /// Starts the worker that the bundle's next run will have, where there is none yet.
    ///
    /// Only after a run that was answered, so that nothing is started again and again to fail.
    func startAhead(of run: RunRecord, _ verdict: Verdict) {
        guard run.takesAhead, verdict.isAnswered, !isShutDown else { return }
        guard !recurring.insert(run.bundle.path).inserted, aheadWorker(for: run) == nil else {
            return
        }
        guard admitsPrewarmed() else { return }
        // Without one the next run starts its own, and reports what is wrong.
        guard let mark = LibraryMark(of: run.bundle), let worker = try? startWorker(for: run) else {
            return
        }
        worker.ahead = mark
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
    func isReadyAhead(_ worker: WorkerRecord) {
        worker.network?.endRun()
        becameIdle(worker)
    }

    /// The worker that was started ahead for a run like this one, ready or about to be.
    func aheadWorker(for run: RunRecord) -> WorkerRecord? {
        guard run.takesAhead, let mark = LibraryMark(of: run.bundle) else { return nil }
        return workers.of(run.bundle).first {
            $0.ahead == mark && $0.run == nil && !$0.isRetiring && $0.process?.hasEnded != true
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
