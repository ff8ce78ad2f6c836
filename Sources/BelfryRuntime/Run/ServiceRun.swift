// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfrySystem
internal import BelfryWire

/// One request to a service extension: what the extension decides or publishes, checked against what
/// the host knows itself.
final class ServiceRun: WorkerClient {
    let run: Run

    /// What the extension has changed, as it completed or as it published.
    private(set) var changes: ContentRecord?
    private var checkpoint: Checkpoint?
    private var checkpointCount = 0

    init(_ number: UInt64, _ plan: RunPlan, _ context: RunContext) {
        run = Run(number, plan, context)
        run.begin(for: self)
    }

    var lease: any WorkerLease { run }
    var isQuiet: Bool { false }
    var hasWallOfItsOwn: Bool { true }
    var isBesideOthers: Bool { false }
    var canMakeRoom: Bool { false }
    var namesItsRun: Bool { true }
    var original: NotificationContent { run.plan.request.content }
    var isTimedByReader: Bool { false }

    // MARK: The request

    func begin(on worker: Worker) {
        guard let begun = run.beginning.begunAt else { return }
        run.beginStorageSpan(on: worker)
        worker.beginRequest()
        run.measureBeginning(on: worker)
        let plan = run.plan
        let command = RunCommand(
            run: run.number,
            deadline: deadline(begun),
            identifier: plan.request.identifier,
            content: ContentCodec.encode(run.content, userInfo: plan.request.userInfo),
            mayDrop: plan.bundle.manifest.filtering
        )
        worker.tell(.run(command))
        for notice in plan.trial.notices { worker.tell(notice.command(for: run)) }
        run.startSampling()
    }

    /// When the run's time ends, as its extension is told: in a replay, on the recorded run's clock.
    private func deadline(_ begun: MonotonicTime) -> UInt64 {
        let deadline = (begun + run.budget.wall).nanoseconds
        return run.trace?.noteDeadline(deadline) ?? deadline
    }

    // MARK: Events

    func heard(_ event: WorkerEvent, from worker: Worker) {
        switch event {
        case .completed(let number, let changes): completed(number, changes, by: worker)
        case .checkpoint(let number, let changes): published(number, changes, by: worker)
        case .dropped(let number, let reason): dropped(number, reason, by: worker)
        case .abused(let number):
            guard isOwn(number, of: worker) else { return }
            run.happen { $0.abused() }
        case .content: worker.breakProtocol("it speaks of views, which it has none of")
        default: run.heard(event, from: worker)
        }
    }

    func listened() {}

    func alarmRang(at cpu: UInt64, on worker: Worker) {
        run.judgeCPU(at: cpu, on: worker)
    }

    func decided(_ verdict: Verdict) {
        guard verdict == .delivered(.checkpoint), let checkpoint else { return }
        run.shows(checkpoint.content)
        changes = checkpoint.changes
    }

    /// The extension has completed, with changes or with the original.
    private func completed(_ number: UInt64, _ changes: ContentRecord?, by worker: Worker) {
        guard isOwn(number, of: worker) else { return }
        guard run.isRunning else { return run.happen { $0.completed() } }
        do throws(OutputError) {
            if let changes { run.shows(try content(with: changes)) }
            self.changes = changes
            run.happen { $0.completed() }
        } catch {
            run.explain(error.description)
            run.happen { $0.completedBadly() }
        }
    }

    /// The extension has published its best so far.
    ///
    /// One that cannot be used is not taken, and the one before it stands: the extension may still
    /// complete.
    private func published(_ number: UInt64, _ changes: ContentRecord, by worker: Worker) {
        guard isOwn(number, of: worker) else { return }
        checkpointCount += 1
        guard checkpointCount <= WorkerEvent.checkpointLimit else {
            let problem = "it published more than \(WorkerEvent.checkpointLimit) contents"
            return worker.breakProtocol(problem)
        }
        guard run.isRunning else { return run.happen { $0.published() } }
        do throws(OutputError) {
            checkpoint = Checkpoint(content: try content(with: changes), changes: changes)
            run.happen { $0.published() }
        } catch {
            run.note(RunStrike.badCheckpoint)
            run.noteLog { $0.note("a published content was not taken: \(error)") }
        }
    }

    /// The extension has dropped the notification; whether it may is the host's to say.
    private func dropped(_ number: UInt64, _ reason: DropReason, by worker: Worker) {
        guard isOwn(number, of: worker) else { return }
        let isAllowed = run.bundle.manifest.filtering
        if run.isRunning {
            if isAllowed {
                run.noteLog { $0.note("the notification was dropped: \(reason.code)") }
            } else {
                run.explain("it dropped a notification, for which it lacks the right")
            }
        }
        run.happen { $0.dropped(reason, isAllowed: isAllowed) }
    }

    /// Whether a number that the worker named is this run's: it speaks for its own runs alone.
    private func isOwn(_ number: UInt64, of worker: Worker) -> Bool {
        guard number == run.number else {
            run.note(RunStrike.lateCompletion)
            return false
        }
        worker.noteAnswer()
        return true
    }

    /// The original with the extension's changes, held to the output budget.
    ///
    /// One that leaves nothing to show would hide the notification.
    private func content(
        with changes: ContentRecord
    ) throws(OutputError) -> NotificationContent {
        let content = try ContentCodec.apply(
            changes,
            to: run.plan.request.content,
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

/// A content that an extension has published: the best so far.
struct Checkpoint {
    let content: NotificationContent
    let changes: ContentRecord
}
