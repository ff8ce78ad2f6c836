// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport

/// Takes each request from its admission to its report, and ends what is under way with its host.
///
/// It belongs to the host's thread. ``ExtensionHost`` has one on its reactor's; the simulation has
/// one on the thread that plays it, so that the order of these steps is simulated too.
final class Dispatcher {
    private let admission: AdmissionController
    private let context: RunContext
    private let pool: WorkerPool
    private let finisher: RunFinisher
    private let zygotes: any ZygoteKeeping
    private let executor: any TaskExecutor
    private let quiet: QuietWatch

    /// Runs that are not delivered yet, and sessions whose extensions have not ended.
    private var runs: [UInt64: Run] = [:]

    /// Makes one that has nothing to do yet.
    ///
    /// - Parameters:
    ///   - admission: What is asked of each request first.
    ///   - context: The door of runs to the host.
    ///   - pool: What gives runs their workers.
    ///   - finisher: What takes runs from their verdicts to their reports.
    ///   - zygotes: What ends last.
    ///   - executor: The host's thread, as tasks prefer it.
    ///   - quiet: What is told when something is delivered, and looks whether the host may end.
    init(
        _ admission: AdmissionController,
        _ context: RunContext,
        _ pool: WorkerPool,
        _ finisher: RunFinisher,
        _ zygotes: any ZygoteKeeping,
        on executor: any TaskExecutor,
        _ quiet: QuietWatch
    ) {
        self.admission = admission
        self.context = context
        self.pool = pool
        self.finisher = finisher
        self.zygotes = zygotes
        self.executor = executor
        self.quiet = quiet
    }

    // MARK: Runs

    /// Asks a service extension, or declines to.
    ///
    /// - Parameters:
    ///   - service: The run, which has not begun.
    ///   - prepareTrace: Puts in place what a traced run is to find; nothing has run where it throws.
    ///   - deliver: Takes the notification to be shown, exactly once.
    /// - Returns: The report, once everything about the run is known.
    func serve(
        _ service: ServiceRun,
        prepareTrace: (TraceRecord) async throws -> Void,
        deliver: RunFinisher.Delivery
    ) async rethrows -> RunReport {
        let run = service.run
        defer { run.end() }
        let facts = await admission.facts(for: run.plan)
        if case .declined(let verdict, let why) = decide(run.plan, facts) {
            run.explain(why)
            return finisher.decline(run, verdict, facts.standing, deliver)
        }
        await prepareStorage(for: run)
        if let trace = run.trace { try await prepareTrace(trace) }
        await lease(to: run)
        return await finisher.finish(
            service,
            facts.standing,
            whenDelivered: { concluded(run) },
            deliver
        )
    }

    private func decide(_ plan: RunPlan, _ facts: Admission.Facts) -> Admission.Decision {
        var facts = facts
        facts.isShutDown = pool.isShutDown
        return Admission.decide(plan, facts)
    }

    private func prepareStorage(for run: Run) async {
        let hasIdleWorker = pool.hasIdleWorker(of: run.bundle)
        await context.storage.prepare(for: run.bundle, hasIdleWorker: hasIdleWorker)
    }

    /// Gives a run a worker and waits for its verdict; a host that is shut down gives none.
    private func lease(to run: Run) async {
        // What waits goes on by way of its task's executor: by Swift's own, that would be another
        // thread, only to come back.
        await withTaskExecutorPreference(executor) {
            await run.awaitVerdict {
                // Only here: whatever ends runs on the way to this place would not find this one
                // waiting.
                guard !pool.isShutDown else { return run.happen { $0.hostStops() } }
                runs[run.number] = run
                pool.lease(to: run)
            }
        }
    }

    /// Notes that a run is delivered.
    private func concluded(_ run: Run) {
        runs[run.number] = nil
        quiet.look()
    }

    // MARK: Open notifications

    /// An open notification whose extension is to be asked.
    struct AdmittedSession {
        fileprivate let session: DrawingSession
        fileprivate let standing: QuarantineLedger.Standing?
    }

    /// Admits an open notification, or has it go on without its extension.
    ///
    /// - Parameter session: The notification, which was just opened.
    /// - Returns: What ``hold(_:)`` goes on with; nil where no extension is asked.
    func admit(_ session: DrawingSession) async -> AdmittedSession? {
        let run = session.run
        let facts = await admission.facts(for: run.plan)
        if case .declined(let verdict, let why) = decide(run.plan, facts) {
            run.explain(why)
            session.fallBack(verdict)
            session.finish(finisher.report(declined: run, verdict, facts.standing))
            return nil
        }
        await prepareStorage(for: run)
        return AdmittedSession(session: session, standing: facts.standing)
    }

    /// Has the extension's worker made, and waits for its end.
    func hold(_ admitted: AdmittedSession) async {
        let session = admitted.session
        let run = session.run
        if run.verdict == nil { await lease(to: run) }
        concluded(run)
        session.finish(await finisher.finish(session, admitted.standing))
    }

    // MARK: The end

    /// Ends every run and every process; what is decided is delivered, with its attachments.
    func shutdown() async {
        // In the order of their numbers: that of a dictionary is another in each process.
        for run in runs.values.sorted(by: { $0.number < $1.number }) {
            run.happen { $0.hostStops() }
        }
        await pool.shutdown()
        zygotes.shutdown()
        await quiet.wait { self.zygotes.isQuiet && self.runs.isEmpty }
    }
}

/// The zygotes as their host's end sees them.
///
/// The host's own is ``ZygotePool``.
protocol ZygoteKeeping: AnyObject {
    /// Ends every zygote; none is started any more.
    func shutdown()

    /// Whether nothing is left of those that were ended.
    var isQuiet: Bool { get }
}

extension ZygotePool: ZygoteKeeping {}
