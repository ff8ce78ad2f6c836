// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryWire

/// What an extension decides or publishes, checked against what the host knows itself.
extension ExtensionHost {
    /// The extension has completed a run, with changes or with the original.
    func completed(_ number: UInt64, _ changes: ContentRecord?, by worker: WorkerRecord) {
        guard let run = ownRun(number, of: worker) else { return }
        guard run.machine.isRunning else { return perform(run.machine.completed(), on: run) }
        do throws(OutputError) {
            if let changes { run.content = try content(of: run, with: changes) }
            run.changes = changes
            perform(run.machine.completed(), on: run)
        } catch {
            run.explanation = error.description
            perform(run.machine.completedBadly(), on: run)
        }
    }

    /// The extension has published its best so far.
    ///
    /// One that cannot be used is not taken, and the one before it stands: the extension may still
    /// complete.
    func published(_ number: UInt64, _ changes: ContentRecord, by worker: WorkerRecord) {
        guard let run = ownRun(number, of: worker) else { return }
        run.checkpointCount += 1
        guard run.checkpointCount <= WorkerEvent.checkpointLimit else {
            let problem = "it published more than \(WorkerEvent.checkpointLimit) contents"
            return breakProtocol(worker, problem)
        }
        guard run.machine.isRunning else { return perform(run.machine.published(), on: run) }
        do throws(OutputError) {
            let content = try content(of: run, with: changes)
            run.checkpoint = Checkpoint(content: content, changes: changes)
            perform(run.machine.published(), on: run)
        } catch {
            run.note(RunStrike.badCheckpoint)
            run.log.note("a published content was not taken: \(error)")
        }
    }

    /// The extension has dropped the notification; whether it may is the host's to say.
    func dropped(_ number: UInt64, _ reason: DropReason, by worker: WorkerRecord) {
        guard let run = ownRun(number, of: worker) else { return }
        let isAllowed = run.bundle.manifest.filtering
        if run.machine.isRunning {
            if isAllowed {
                run.log.note("the notification was dropped: \(reason.code)")
            } else {
                run.explanation = "it dropped a notification, for which it lacks the right"
            }
        }
        perform(run.machine.dropped(reason, isAllowed: isAllowed), on: run)
    }

    /// The extension has answered with what is no content of its request.
    func abused(_ number: UInt64, by worker: WorkerRecord) {
        guard let run = ownRun(number, of: worker) else { return }
        perform(run.machine.abused(), on: run)
    }

    /// The extension has misused something that is forgiven, up to a number.
    func struck(_ strike: Strike, on run: RunRecord) {
        perform(.strike(strike), on: run)
        guard run.badHandleCount > RunRecord.badHandleLimit, run.machine.verdict == nil else {
            return
        }
        run.explanation = "it used bad handles more than \(RunRecord.badHandleLimit) times"
        perform(run.machine.abused(), on: run)
    }

    /// The run of a number that a worker named: it speaks for its own runs alone.
    private func ownRun(_ number: UInt64, of worker: WorkerRecord) -> RunRecord? {
        if let run = runs[number], run.worker === worker {
            if worker.run == number { worker.hasAnsweredRun = true }
            return run
        }
        currentRun(of: worker)?.note(RunStrike.lateCompletion)
        return nil
    }

    /// The original with an extension's changes, held to the output budget.
    ///
    /// One that leaves nothing to show would hide the notification (P115).
    private func content(
        of run: RunRecord,
        with changes: ContentRecord
    ) throws(OutputError) -> NotificationContent {
        let content = try ContentCodec.apply(
            changes,
            to: run.request.content,
            limit: run.budget.outputByteCount
        )
        guard content.hasAlert || run.bundle.manifest.filtering else {
            throw OutputError(
                "it has no title, subtitle or body, which hides the notification; "
                    + "only an extension with BFExtension.Filtering may do that"
            )
        }
        return content
    }
}
