// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
internal import BelfrySandbox
internal import BelfrySystem
internal import Glibc

/// System calls that no extension may make: the kernel holds the call and tells the host. Locks are
/// told in the same way, and answered.
extension ExtensionHost {
    /// Begins to hear of the forbidden calls and the locks of a nursery's workers.
    func listen(to nursery: NurseryRecord, on listener: consuming Descriptor) throws(SystemError) {
        let number = nursery.number
        nursery.listenerToken = try reactor.watch(listener.raw) { [weak self] in
            self?.assumeIsolated { $0.hearOfCall(in: number) }
        }
        nursery.listener = SystemCallListener(listener)
    }

    /// Hears no more of a nursery; calls that wait answer `ENOSYS`.
    func stopListening(to nursery: NurseryRecord) {
        guard let token = nursery.listenerToken, let raw = nursery.listener?.raw else { return }
        reactor.cancel(token, watching: raw)
        nursery.listenerToken = nil
        nursery.listener = nil
    }

    private func hearOfCall(in number: UInt64) {
        guard let nursery = nurseries[number] else { return }
        let heard: SystemCallListener.WaitingCall?
        do throws(SystemError) {
            heard = try nursery.listener?.next()
        } catch {
            return nurseryEnded(nursery, "its forbidden calls cannot be heard of: \(error)")
        }
        guard let heard else { return }
        guard heard.process != nursery.child.process else {
            return nurseryEnded(nursery, "it made the system call \(heard.call.name)")
        }
        let maker = workers.all.first {
            $0.nursery == number && $0.process?.meter.process == heard.process
                // One that waits has not ended: its number was another's before.
                && $0.process?.hasEnded == false
        }
        if let maker {
            take(heard, of: maker)
        } else if let trial = nursery.trial {
            guard heard.lock == nil else { return answerLock(heard, in: number, ENOLCK) }
            probe(trial, in: number, made: heard.call)
        } else {
            // Its nursery's word that it was forked is still to be read.
            nursery.unclaimedCalls[heard.process, default: []].append(heard)
        }
    }

    /// Takes the calls that a worker that was just told of waits in already.
    func claimCalls(of worker: WorkerRecord) {
        guard let nursery = nurseries[worker.nursery], let process = worker.process?.meter.process,
            let calls = nursery.unclaimedCalls.removeValue(forKey: process)
        else { return }
        for call in calls where nursery.listener?.isWaiting(call) == true { take(call, of: worker) }
    }

    private func take(_ call: SystemCallListener.WaitingCall, of worker: WorkerRecord) {
        if let lock = call.lock { return lockAsked(lock, by: worker, in: call) }
        violated(call.call, worker)
    }

    private func violated(_ call: SystemCall, _ worker: WorkerRecord) {
        // What it said before the call counts, so it is read first.
        readWorker(worker.number)
        if let run = currentRun(of: worker) {
            if run.machine.verdict == nil {
                let phase = worker.readyAt == nil ? "starting" : "running"
                run.evidence = RunReport.Evidence(phase: phase, systemCall: call.name)
            } else {
                run.note(RunStrike.violation)
            }
            perform(run.machine.violated(), on: run)
        } else {
            departures[worker.bundle.path] = .strikes
        }
        kill(worker)
    }

    /// Whether a worker that says it is loaded is under all filters, by the kernel's count; one that is
    /// not has broken the seal, and is ended.
    ///
    /// A constructor can say so before the last filter is in force.
    func isSealed(_ worker: WorkerRecord) -> Bool {
        worker.filterCount = worker.process?.meter.filterCount
        guard let count = worker.filterCount, count < Self.stages.count else { return true }
        // One that was started ahead waits for no run: the next one starts its own, to report.
        guard let run = currentRun(of: worker), run.machine.verdict == nil else {
            kill(worker)
            return false
        }
        let missing = Self.stages.dropFirst(count).joined(separator: ", ")
        let message = "it says that it is loaded, and its seccomp filter is missing: \(missing)"
        run.explanation = message
        run.evidence = RunReport.Evidence(phase: "starting", message: message)
        perform(run.machine.violated(), on: run)
        return false
    }

    /// The stages of the filter, in the order in which a worker comes under them.
    static let stages = ["nursery", "loading", "sealed"]
}
