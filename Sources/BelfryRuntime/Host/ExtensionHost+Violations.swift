// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
internal import BelfrySandbox
internal import BelfrySystem
internal import Glibc

/// System calls that no extension may make: the kernel holds the call and tells the host. Locks are
/// told in the same way, and answered.
extension ExtensionHost {
    /// Begins to hear of the forbidden calls and the locks of a zygote's workers.
    func listen(to zygote: ZygoteRecord, on listener: consuming Descriptor) throws(SystemError) {
        let number = zygote.number
        zygote.listenerToken = try reactor.watch(listener.raw) { [weak self] in
            self?.assumeIsolated { $0.hearOfCall(in: number) }
        }
        zygote.listener = SystemCallListener(listener)
    }

    /// Hears no more of a zygote; calls that wait answer `ENOSYS`.
    func stopListening(to zygote: ZygoteRecord) {
        guard let token = zygote.listenerToken, let raw = zygote.listener?.raw else { return }
        reactor.cancel(token, watching: raw)
        zygote.listenerToken = nil
        zygote.listener = nil
    }

    private func hearOfCall(in number: UInt64) {
        guard let zygote = zygotes[number] else { return }
        let heard: SystemCallListener.WaitingCall?
        do throws(SystemError) {
            heard = try zygote.listener?.next()
        } catch {
            return zygoteEnded(zygote, "its forbidden calls cannot be heard of: \(error)")
        }
        guard let heard else { return }
        guard heard.process != zygote.child.process else {
            return zygoteEnded(zygote, "it made the system call \(heard.call.name)")
        }
        let maker = workers.all.first {
            $0.zygote == number && $0.process?.meter.process == heard.process
                // One that waits has not ended: its number was another's before.
                && $0.process?.hasEnded == false
        }
        if let maker {
            take(heard, of: maker)
        } else if let trial = zygote.trial {
            guard heard.lock == nil else { return answerLock(heard, in: number, ENOLCK) }
            probe(trial, in: number, made: heard.call)
        } else {
            // Its zygote's word that it was forked is still to be read.
            zygote.unclaimedCalls[heard.process, default: []].append(heard)
        }
    }

    /// Takes the calls that a worker that was just told of waits in already.
    func claimCalls(of worker: WorkerRecord) {
        guard let zygote = zygotes[worker.zygote], let process = worker.process?.meter.process,
            let calls = zygote.unclaimedCalls.removeValue(forKey: process)
        else { return }
        for call in calls where zygote.listener?.isWaiting(call) == true { take(call, of: worker) }
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
        // One that was prewarmed waits for no run: the next one starts its own, to report.
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
    static let stages = ["zygote", "loading", "sealed"]
}
