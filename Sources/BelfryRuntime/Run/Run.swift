// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryEgress
internal import BelfryModel
internal import BelfryReport
internal import BelfrySystem
internal import BelfryWire

/// What runs and sessions have in common: a plan, a worker, clocks, evidence, and one verdict.
///
/// It belongs to the host's thread. What is different about a run and a session is for its client.
final class Run {
    let number: UInt64
    let plan: RunPlan

    /// The door to the rest of the host.
    let context: RunContext

    /// Whose it is: a service extension's run, or an open notification; the two hold each other until
    /// ``end()``.
    private(set) var client: (any WorkerClient)?

    private(set) var machine = RunStateMachine()
    private(set) var worker: Worker?

    /// How it came to its worker, and when.
    private(set) var beginning: Beginning
    private(set) var decidedAt: MonotonicTime?

    /// Since when the first thread of its worker is known to have ended.
    private var firstThreadLostAt: MonotonicTime?

    private var timers: [EventToken] = []
    private var continuation: CheckedContinuation<Void, Never>?

    /// What the extension said and did.
    private(set) var log = RunLog()
    private(set) var strikes: [String] = []
    private(set) var findings: [RunReport.Finding] = []
    private var badHandleCount = 0

    /// What it did with the notification centre.
    private(set) var center = CenterActivity()

    /// The answers of a notification centre outside the host that it waits for.
    let replies: CenterReplies

    /// Its app's notification centre.
    var appCenter: RunCenter { RunCenter(context.centers, plan.bundle.app, given: plan.center) }

    /// What it saw, where that is kept or replayed.
    let trace: TraceRecord?

    /// What is to be shown.
    private(set) var content: NotificationContent

    /// The category of the notification that is delivered, where the app has declared it.
    private(set) var category: NotificationCategory?

    /// Why it ended as it did.
    private(set) var evidence: RunReport.Evidence?
    private(set) var crash: CrashRecord?
    private(set) var explanation: String?

    /// What it waited for, or was refused for, where the host was short of something.
    private(set) var overload: RunReport.OverloadSummary?
    private(set) var usage = UsageRecord()

    /// What it wrote to the disk.
    private(set) var disk = DiskRecord()

    init(_ number: UInt64, _ plan: RunPlan, _ context: RunContext) {
        self.number = number
        self.plan = plan
        self.context = context
        beginning = Beginning(acceptedAt: context.clock.now)
        replies = CenterReplies(context.clock)
        trace = plan.tracing.map(TraceRecord.init)
        content = plan.request.content
    }

    /// Notes whose it is.
    func begin(for client: any WorkerClient) {
        self.client = client
    }

    /// Lets go of whose it was, as its report is made or there will be none.
    func end() {
        client = nil
    }

    var bundle: ExtensionBundle { plan.bundle }
    var budget: Budget { plan.budget }

    /// The verdict, once there is one.
    var verdict: Verdict? { machine.verdict }

    /// Whether the extension has the request and has not decided it.
    var isRunning: Bool { machine.isRunning }

    // MARK: Its worker

    /// A worker is set on it; its clocks begin.
    func assign(to worker: Worker, isWarm: Bool, isPrewarmed: Bool) {
        self.worker = worker
        beginning.isWarm = isWarm
        beginning.isPrewarmed = isPrewarmed
        machine.assigned()
        let assignedAt = isWarm || isPrewarmed ? context.clock.now : worker.requestedAt
        // A requeued run has no more time than any other.
        let begin = beginning.begunAt ?? assignedAt
        beginning.begunAt = begin
        if client?.hasWallOfItsOwn == true { scheduleWall(from: begin) }
        guard isWarm else {
            // One that is still being prewarmed had no way to the network until now.
            if isPrewarmed { worker.network?.beginRun() }
            return schedule(at: assignedAt + budget.start) { $0.startBudgetEnded() }
        }
        worker.network?.beginRun()
        happen { $0.workerReady() }
    }

    /// There will be no worker for it: its clocks begin only to end.
    func assignNone() {
        machine.assigned()
    }

    /// Loses its worker, and waits for another.
    func unassign() {
        cancelTimers()
        worker?.unlease()
        worker = nil
        beginning.isPrewarmed = false
        usage = UsageRecord()
        machine.requeued()
    }

    /// Notes that it is given to another worker, as it is but once.
    func noteRequeue() {
        beginning.wasRequeued = true
    }

    /// Notes that no worker could be made for it, and when the next attempt may be.
    func noteFailedAttempt(retryAt time: MonotonicTime) {
        beginning.failedAttempts += 1
        beginning.retryAt = time
    }

    /// When its time for a worker ends: its clocks begin with the first attempt.
    func endOfStart(from now: MonotonicTime) -> MonotonicTime {
        let begin = beginning.begunAt ?? now
        beginning.begunAt = begin
        return begin + min(budget.start, budget.wall)
    }

    /// When its wall budget ends, which began with its first worker.
    var endOfWall: MonotonicTime { (beginning.begunAt ?? context.clock.now) + budget.wall }

    // MARK: Clocks

    private func scheduleWall(from begin: MonotonicTime) {
        let wall = budget.wall
        schedule(at: begin + wall) { $0.wallBudgetEnded() }
        if budget.grace < wall {
            schedule(at: begin + (wall - budget.grace)) { $0.graceBegan() }
        }
    }

    private func schedule(
        at time: MonotonicTime,
        _ event: @escaping (inout RunStateMachine) -> RunStateMachine.Action
    ) {
        keep(context.clock.call(at: time) { self.happen(event) })
    }

    /// Keeps a timer that ends with the verdict, and what it calls with it.
    func keep(_ timer: EventToken) {
        timers.append(timer)
    }

    private func cancelTimers() {
        for timer in timers { context.clock.cancel(timer) }
        timers = []
    }

    // MARK: Deciding

    /// Hands an event to its state machine, and does what that says.
    func happen(_ event: (inout RunStateMachine) -> RunStateMachine.Action) {
        perform(event(&machine))
    }

    private func perform(_ action: RunStateMachine.Action) {
        switch action {
        case .none: return
        case .send:
            guard let worker else { return }
            client?.begin(on: worker)
        case .tellExpiry:
            let grace = UInt64(clamping: budget.grace.nanoseconds)
            worker?.tell(.willExpire(run: number, grace: grace))
        case .strike(let strike): note(strike)
        case .decide(let verdict, let kills): decide(verdict, kills: kills)
        }
    }

    private func decide(_ verdict: Verdict, kills: Bool) {
        decidedAt = context.clock.now
        cancelTimers()
        context.owner.wasDecided(self)
        if let worker {
            worker.network?.endRun()
            measureEnd(on: worker)
            if kills { worker.kill() }
            worker.drainOutput()
        }
        client?.decided(verdict)
        continuation?.resume()
        continuation = nil
    }

    /// Whether somebody waits for the verdict.
    var isAwaited: Bool { continuation != nil }

    /// Waits for the verdict.
    ///
    /// - Parameter begin: What puts it in the way of a worker, in the same step as the wait begins.
    func awaitVerdict(_ begin: () -> Void) async {
        await withCheckedContinuation { continuation in
            self.continuation = continuation
            begin()
            if verdict != nil {
                self.continuation?.resume()
                self.continuation = nil
            }
        }
    }

    // MARK: What is shown

    /// Is shown as this from now on.
    func shows(_ content: NotificationContent) {
        self.content = content
    }

    /// Is shown with these attachments, and with none of those that it asked for.
    func shows(_ attachments: [NotificationAttachment]) {
        content.attachments = attachments
    }

    /// Notes the category of what is shown; nil where the app has declared none by that name.
    func belongs(to category: NotificationCategory?) {
        self.category = category
    }

    // MARK: Noting

    /// Notes why it ends as it does; the last sentence stands, and nil takes it back.
    func explain(_ sentence: String?) {
        explanation = sentence
    }

    /// Notes what its verdict rests on; nil where that says nothing about it.
    func note(_ evidence: RunReport.Evidence?) {
        self.evidence = evidence
    }

    /// Notes how its process crashed.
    func note(_ crash: CrashRecord) {
        self.crash = crash
    }

    /// Notes what its extension says, or the host of it.
    func noteLog(_ change: (inout RunLog) -> Void) {
        change(&log)
    }

    /// Notes a wait for what the host is short of, and adds the waits before to its length.
    func waited(_ wait: RunReport.OverloadSummary) {
        let before = overload?.waitedMilliseconds ?? 0
        overload = wait
        overload?.waitedMilliseconds += before
    }

    /// Notes what its extension does with the notification centre.
    func noteCenter<Answer, Failure>(
        _ change: (inout CenterActivity) throws(Failure) -> Answer
    ) throws(Failure) -> Answer {
        try change(&center)
    }

    /// Notes what it uses.
    func noteUsage<Answer>(_ change: (inout UsageRecord) -> Answer) -> Answer {
        change(&usage)
    }

    /// Notes since when it can have written to the disk, in nanoseconds of UNIX time.
    func noteWriting(since beginning: UInt64) {
        disk.beginning = beginning
    }

    /// Notes that it wrote to the disk what it may not.
    func note(_ fault: DiskWatch.Fault) {
        disk.fault = fault
    }

    /// Notes what is too much in a directory.
    func noteExcess(_ excess: String, in path: String) {
        disk.excesses[path] = excess
    }

    /// Notes what was removed of what it wrote.
    func note(_ removals: [StorageLedger.Removal]) {
        disk.removals += removals
    }

    /// Notes a misuse; a flood of them is one that happened often.
    func note(_ strike: Strike) {
        if strike == .badHandle { badHandleCount += 1 }
        note(RunStrike(strike))
    }

    /// Notes a misuse that the host itself has seen, where there is room for it in the report.
    func note(_ strike: RunStrike) {
        guard strikes.count < Self.strikeLimit else { return }
        strikes.append(strike.rawValue)
    }

    /// Notes a broken rule; the words are of a process that an extension lives in.
    func note(_ finding: Finding) {
        guard plan.trial.watch != nil, findings.count < Self.findingLimit else { return }
        findings.append(RunReport.Finding(finding))
    }

    /// Whether it has used more bad handles than are forgiven.
    var hasTooManyBadHandles: Bool { badHandleCount > Self.badHandleLimit }

    /// Most strikes that are listed.
    private static let strikeLimit = 16

    /// Most broken rules that are listed.
    private static let findingLimit = 64

    /// Most uses of bad handles that are forgiven.
    static let badHandleLimit = 64

    // MARK: Its first thread

    /// Since when the first thread of its worker is known to have ended; noted at the first look.
    func firstThreadLost(at now: MonotonicTime) -> MonotonicTime {
        let since = firstThreadLostAt ?? now
        firstThreadLostAt = since
        return since
    }
}
