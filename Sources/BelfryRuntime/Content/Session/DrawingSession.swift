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

    /// The height before the extension says anything.
    let initialHeight: Double

    var machine: ContentMachine
    var snapshot: ContentSnapshot
    var activity = SessionActivity()

    /// The category of the notification that is shown, as the app has declared it.
    var category: NotificationCategory?

    /// The actions, those that there is no space for among them.
    var actions: [NotificationAction] = []

    /// Notifications with their attachments, by number less one.
    var notifications: [ReceivedNotification] = []

    /// The frame whose last part has not come.
    var frame = IncomingFrame()

    /// The size that the extension asked for; nil for what its root view has.
    var preferredHeight: Double?

    /// Whether its first callback has returned.
    var hasDrawn = false
    var firstResponder: (view: UInt32, accessory: UInt32)?

    // Time.

    /// The wall clocks of callbacks and of responses, by callback.
    var walls: [UInt64: EventToken] = [:]
    /// The callback by which a response was asked about.
    var callbacks: [UInt64: UInt64] = [:]
    var callbackBegan: (time: MonotonicTime, cpu: UInt64)
    var responseBegan: [UInt64: MonotonicTime] = [:]
    var window: CPUWindow
    var frameRate = FrameRate()

    // Pictures and attachments.

    var shelf = PictureShelf()
    var loads = PictureLoads()
    var accesses: [AttachmentAccess: Int] = [:]
    var accessCount = 0
    /// Files that are being opened to be lent.
    var lendingCount = 0
    var accessRate = RateLimit(sustained: 1, burst: 32)

    // Who looks.

    var isDirty = false
    var subscribers: [UInt64: AsyncStream<ContentSnapshot>.Continuation] = [:]
    var settleWaiters: [SettleWaiter] = []
    private(set) var report: RunReport?
    private var reportWaiters: [CheckedContinuation<Void, Never>] = []

    /// By what the notification was closed, as the rest of a sentence.
    var closing: String?

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
        callbackBegan = (context.clock.now, 0)
        window = CPUWindow(begin: context.clock.now)
        run.shows(first.content)
        notifications = [first]
        snapshot = Self.firstSnapshot(of: plan.bundle.manifest, options, first)
        initialHeight = snapshot.height
        machine = ContentMachine(identifier: plan.request.identifier)
        run.begin(for: self)
        category = run.appCenter.category(of: first.content)
        run.belongs(to: category)
        if category == nil, plan.gate.isCalled {
            warn(
                "the app has not registered the category "
                    + "\(first.content.categoryIdentifier.quoted): there are no actions"
            )
        }
        show(category?.actions ?? [])
        activity.note(actions)
    }

    private static func firstSnapshot(
        of manifest: Manifest,
        _ options: SessionOptions,
        _ first: ReceivedNotification
    ) -> ContentSnapshot {
        let ratio = min(max(manifest.initialContentSizeRatio ?? 1, 0), greatestRatio)
        return ContentSnapshot(
            header: options.header ?? manifest.displayName,
            date: first.date,
            content: first.content,
            isDefaultContentHidden: manifest.isDefaultContentHidden,
            isInteractive: manifest.isUserInteractionEnabled,
            width: options.width,
            height: options.width * ratio
        )
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

    // MARK: Ending

    /// The worker's part is over: by the end of the session, or else the notification goes on without
    /// its extension.
    func decided(_ verdict: Verdict) {
        for token in walls.values { run.context.clock.cancel(token) }
        walls = [:]
        loads.removeAll()
        for (access, count) in accesses where count > 0 {
            activity.noteLeak(access, count: count)
        }
        if machine.state != .closed { fallBack(verdict) }
    }

    /// Goes on without the extension.
    func fallBack(_ verdict: Verdict) {
        for action in machine.failed() {
            warn("the response to \(action.quoted) had no answer; it can be given again")
        }
        snapshot.phase = .fallback(verdict, explanation: run.explanation(of: verdict))
        snapshot.tree = ViewTree()
        snapshot.mediaButton = nil
        snapshot.isPlaying = false
        firstResponder = nil
        frame = IncomingFrame()
        preferredHeight = 0
        show(category?.actions ?? [])
        publish()
    }

    /// Closes it, without a word to the app.
    func close() {
        perform(machine.close("its host"))
    }

    // MARK: The report

    /// Takes the report, once everything about the extension is known.
    func finish(_ report: RunReport) {
        self.report = report
        run.end()
        for waiter in reportWaiters { waiter.resume() }
        reportWaiters = []
    }

    /// Waits for the report, and says in it what was drawn and done until now.
    func finalReport() async -> RunReport {
        if report == nil { await withCheckedContinuation { reportWaiters.append($0) } }
        guard var report else { preconditionFailure("a session without an end") }
        for sentence in snapshot.tree.unseenTexts { warn(sentence) }
        activity.noteEnd(closing, warnings: snapshot.warnings)
        report.session = activity.summary
        return report
    }

    /// Most that is said of what harms nobody.
    private static let warningLimit = 32

    /// Notes what harms nobody, once.
    func warn(_ sentence: String) {
        guard snapshot.warnings.count < Self.warningLimit, !snapshot.warnings.contains(sentence)
        else { return }
        snapshot.warnings.append(sentence)
        isDirty = true
    }

    var lease: any WorkerLease { run }

    /// Whether the extension is at nothing that it was asked for.
    var isQuiet: Bool { machine.current == nil && machine.unanswered.isEmpty }

    /// Sets the actions, and shows as many as there is space for.
    func show(_ actions: [NotificationAction]) {
        self.actions = actions
        snapshot.actions = Array(actions.prefix(options.space.actionCount))
        isDirty = true
    }

    /// Whether a notification is of another category than the one before it, and so has other actions.
    func hasOtherCategory(_ notification: UInt64) -> Bool {
        let index = Int(notification) - 1
        return index > 0
            && notifications[index].content.categoryIdentifier
                != notifications[index - 1].content.categoryIdentifier
    }

    /// Takes the height that the extension wants, else that of its root view: held to what is sane.
    func measure() {
        let root = snapshot.tree.nodes[ViewTree.root]?.frame
        let laidOut = root.flatMap { $0 == ViewFrame() ? nil : $0.height }
        let height = preferredHeight ?? laidOut ?? initialHeight
        let greatest = snapshot.width * Self.greatestRatio
        snapshot.height = height.isFinite ? min(max(height, 0), greatest) : greatest
    }

    /// The highest that a notification is, by its width.
    static let greatestRatio = 4.0
}

/// A notification that was given to a session.
struct ReceivedNotification {
    let request: RunRequest
    let date: Double

    /// What is shown of it, its attachments included.
    let content: NotificationContent
    let loans: [AttachmentLoan]

    init(_ request: RunRequest, date: Double, _ loans: [AttachmentLoan]) {
        self.request = request
        self.date = date
        self.loans = loans
        var content = request.content
        content.attachments = loans.map(\.attachment)
        self.content = content
    }

    /// Notes with its app's centre that it is shown.
    func present(in center: RunCenter) {
        center.present(request.shown(with: content), at: date)
    }

    /// It on its way to the worker.
    func record(number: UInt64) -> ContentNotification {
        ContentNotification(
            number: number,
            identifier: request.identifier,
            date: date,
            content: ContentCodec.encode(content, userInfo: request.userInfo),
            attachments: loans.map(\.descriptor)
        )
    }
}

/// An attachment of one of a session's notifications.
struct AttachmentAccess: Hashable {
    let notification: UInt64
    let identifier: String
}

/// The CPU time that an extension may use by a point in time.
struct CPUWindow {
    /// The worker's CPU time, and the time, when it began.
    var cpu: UInt64 = 0
    var begin: MonotonicTime

    /// Whether it is that of a callback; else of the time between callbacks.
    var isOfCallback = false
    var isPressureTold = false

    /// The time between callbacks in which there is a callback's CPU budget.
    static let idleTime = Duration.seconds(60)
}

/// Who waits for callbacks to be done, and for the pictures that they have set.
struct SettleWaiter {
    /// The last of those pictures; nil while there can be more.
    ///
    /// Others that the extension sets later are waited for by who asks then, else one that goes on
    /// setting some is waited for for ever.
    var picture: UInt64?
    let continuation: CheckedContinuation<Void, Never>
}
