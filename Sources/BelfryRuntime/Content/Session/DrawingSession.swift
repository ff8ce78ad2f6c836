// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfrySystem
internal import BelfryWire

/// One open notification that a content extension draws, from its opening until nobody has it.
///
/// It belongs to the host's thread.
final class DrawingSession: WorkerClient {
    let run: Run
    let options: SessionOptions

    /// How far it is, and what the extension is called for.
    private(set) var machine: ContentMachine

    /// What there is to see.
    var scene: SessionScene

    /// What it did, for its report.
    var activity = SessionActivity()

    /// Notifications with their attachments, by number less one.
    private(set) var notifications: [ReceivedNotification]

    /// Their attachments by identifier: of the newest notification that has one of that name.
    private(set) var attachments: [String: AttachmentLoan] = [:]

    // How long things take, and how often they come.

    var clocks: CallbackClocks
    var frameRate = FrameRate()

    // Pictures and attachments.

    var shelf = PictureShelf()
    var loads = PictureLoads()
    var accesses = AttachmentAccesses()

    /// Who looks.
    var audience = SessionAudience()

    /// By what the notification was closed, as the rest of a sentence.
    private var closing: String?
    private var ending = Ending.awaited([])

    /// Whether everything about the extension is known.
    private enum Ending {
        /// It is not, and somebody may wait for it.
        case awaited([CheckedContinuation<Void, Never>])
        /// It is, but for what was drawn and done.
        case reported(RunReport)
    }

    /// Opens a notification; the first snapshot is there at once, before the extension is loaded.
    ///
    /// - Parameters:
    ///   - number: The run's number.
    ///   - plan: What the extension is asked, and within which limits.
    ///   - options: How it is shown.
    ///   - first: The notification.
    ///   - context: The door to the rest of the host.
    init(
        _ number: UInt64,
        _ plan: RunPlan,
        _ options: SessionOptions,
        _ first: ReceivedNotification,
        _ context: RunContext
    ) {
        run = Run(number, plan, context)
        self.options = options
        clocks = CallbackClocks(at: context.clock.now)
        run.shows(first.content)
        notifications = [first]
        scene = SessionScene(plan.bundle.manifest, options, first)
        machine = ContentMachine(identifier: plan.request.identifier)
        note(first.loans)
        run.begin(for: self)
        let category = run.appCenter.category(of: first.content)
        scene.belongs(to: category)
        run.belongs(to: category)
        if category == nil, plan.gate.isCalled {
            warn(
                "the app has not registered the category "
                    + "\(first.content.categoryIdentifier.quoted): there are no actions"
            )
        }
        scene.showDeclaredActions()
        activity.note(scene.actions)
    }

    /// The time now.
    var now: MonotonicTime { run.context.clock.now }

    var hasWallOfItsOwn: Bool { false }
    var isBesideOthers: Bool { true }
    var canMakeRoom: Bool { true }
    var namesItsRun: Bool { false }
    /// What it draws is shown as it is.
    var original: NotificationContent { run.content }
    var isTimedByReader: Bool { true }

    func listened() {
        publish()
    }

    /// Hands an event to its machine, and does what that says.
    func happen(_ event: (inout ContentMachine) -> [ContentMachine.Action]) {
        perform(event(&machine))
    }

    /// Takes in another notification.
    ///
    /// - Returns: Its number.
    func add(_ received: ReceivedNotification) -> UInt64 {
        notifications.append(received)
        note(received.loans)
        return UInt64(notifications.count)
    }

    private func note(_ loans: [AttachmentLoan]) {
        // Of several with one name the first counts.
        for loan in loans.reversed() { attachments[loan.descriptor.identifier] = loan }
    }

    // MARK: Ending

    /// Notes by what it was closed, as the rest of a sentence.
    func noteClosed(by reason: String) {
        closing = reason
    }

    /// The worker's part is over: by the end of the session, or else the notification goes on without
    /// its extension.
    func decided(_ verdict: Verdict) {
        for token in clocks.takeWalls() { run.context.clock.cancel(token) }
        loads.removeAll()
        for (access, count) in accesses.leaks { activity.noteLeak(access, count: count) }
        if machine.state != .closed { fallBack(verdict) }
    }

    /// Goes on without the extension.
    func fallBack(_ verdict: Verdict) {
        for action in machine.failed() {
            warn("the response to \(action.quoted) had no answer; it can be given again")
        }
        scene.fallBack(verdict, explanation: run.explanation(of: verdict))
        publish()
    }

    /// Closes it, without a word to the app.
    func close() {
        happen { $0.close("its host") }
    }

    // MARK: Texts that are not visible

    /// Warns of the texts that are not visible, before the user does something.
    ///
    /// What the user does may make them visible, or close the notification. ``finalReport()`` warns of
    /// those that are not visible at its end. While the extension is at work nothing is looked for: it
    /// may still be laying its views out.
    func noteUnseenTexts() {
        if machine.state == .open, machine.isSettled { scene.warnOfUnseenTexts() }
    }

    // MARK: The report

    /// Takes the report, once everything about the extension is known.
    func finish(_ report: RunReport) {
        run.end()
        if case .awaited(let waiters) = ending {
            for waiter in waiters { waiter.resume() }
        }
        ending = .reported(report)
    }

    /// Whether there is a report.
    var isReported: Bool {
        if case .reported = ending { true } else { false }
    }

    /// Waits for the report, and says in it what was drawn and done until now.
    func finalReport() async -> RunReport {
        while true {
            switch ending {
            case .awaited(let waiters):
                await withCheckedContinuation { ending = .awaited(waiters + [$0]) }
            case .reported(var report):
                scene.warnOfUnseenTexts()
                activity.noteEnd(closing, warnings: scene.snapshot.warnings)
                report.session = activity.summary
                return report
            }
        }
    }

    /// Notes what harms nobody, once.
    func warn(_ sentence: @autoclosure () -> String) {
        scene.warn(sentence())
    }

    var lease: any WorkerLease { run }

    /// Whether the extension is at nothing that it was asked for.
    var isQuiet: Bool { machine.current == nil && machine.unanswered.isEmpty }

    /// Whether a notification is of another category than the one before it, and so has other actions.
    func hasOtherCategory(_ notification: UInt64) -> Bool {
        let index = Int(notification) - 1
        return index > 0
            && notifications[index].content.categoryIdentifier
                != notifications[index - 1].content.categoryIdentifier
    }
}
