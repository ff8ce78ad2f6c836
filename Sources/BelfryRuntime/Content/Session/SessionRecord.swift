// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfrySystem
internal import BelfryWire

/// A session as the host keeps it, from its opening until nobody has it any more.
final class SessionRecord {
    let run: RunRecord
    let options: ContentSession.Options

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

    /// Parts of a frame whose last part has not come.
    var patches: [ViewPatch] = []
    var patchByteCount = 0

    /// The size that the extension asked for; nil for what its root view has.
    var preferredHeight: Double?

    /// Whether its first callback has returned.
    var hasDrawn = false
    var firstResponder: (view: UInt32, accessory: UInt32)?

    // Time.

    /// The wall clocks of callbacks and of responses, by callback.
    var walls: [UInt64: Reactor.Token] = [:]
    /// The callback by which a response was asked about.
    var callbacks: [UInt64: UInt64] = [:]
    var callbackBegan: (time: MonotonicTime, cpu: UInt64) = (.now, 0)
    var responseBegan: [UInt64: MonotonicTime] = [:]
    var window = CPUWindow()
    var frameRate = FrameRate()

    // Pictures and attachments.

    var shelf = PictureShelf()
    var loads = PictureLoads()
    var accesses: [AttachmentAccess: Int] = [:]
    var accessCount = 0

    // Who looks.

    var isDirty = false
    var subscribers: [UInt64: AsyncStream<ContentSnapshot>.Continuation] = [:]
    var settleWaiters: [CheckedContinuation<Void, Never>] = []
    var report: RunReport?
    var reportWaiters: [CheckedContinuation<Void, Never>] = []

    /// By what the notification was closed, as the rest of a sentence.
    var closing: String?

    /// Whether nobody has it any more.
    var isAbandoned = false

    init(
        _ run: RunRecord,
        _ options: ContentSession.Options,
        snapshot: ContentSnapshot
    ) {
        self.run = run
        self.options = options
        self.snapshot = snapshot
        initialHeight = snapshot.height
        machine = ContentMachine(identifier: run.request.identifier)
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

    /// Whether no callback is under way, and every picture is there.
    var isSettled: Bool { machine.isSettled && loads.isEmpty }

    /// Whether the extension is at nothing that it was asked for.
    var isQuiet: Bool { machine.current == nil && machine.unanswered.isEmpty }

    /// Sets the actions, and shows as many as there is space for.
    func show(_ actions: [NotificationAction]) {
        self.actions = actions
        snapshot.actions = Array(actions.prefix(options.space.actionCount))
        isDirty = true
    }

    /// Takes the height that the extension wants, else that of its root view: held to what is sane.
    func measure() {
        let root = snapshot.tree.nodes[ViewTree.root]?.frame
        let laidOut = root.flatMap { $0 == ViewFrame() ? nil : $0.height }
        let height = preferredHeight ?? laidOut ?? initialHeight
        snapshot.height = min(max(height, 0), snapshot.width * Self.greatestRatio)
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
    var begin = MonotonicTime.now

    /// Whether it is that of a callback; else of the time between callbacks.
    var isOfCallback = false
    var isPressureTold = false

    /// The time between callbacks in which there is a callback's CPU budget.
    static let idleTime = Duration.seconds(60)
}

/// How often frames come: so many a second for long, more for a moment.
struct FrameRate {
    private var credit = Self.burst
    private var last = MonotonicTime.now
    private var struckAt: MonotonicTime?

    /// Frames a second.
    static let sustained = 120.0
    private static let burst = 240.0

    /// Counts a frame.
    ///
    /// - Returns: Whether there are too many, and whether that is new: said once in a second.
    mutating func count(at time: MonotonicTime) -> (isFlood: Bool, isNew: Bool) {
        let passed = (time - last).milliseconds / 1000
        last = time
        credit = min(Self.burst, credit + passed * Self.sustained) - 1
        guard credit < 0 else { return (false, false) }
        credit = 0
        let isNew = struckAt.map { time - $0 >= .seconds(1) } ?? true
        if isNew { struckAt = time }
        return (true, isNew)
    }
}
