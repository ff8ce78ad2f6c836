// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryDesktop
internal import BelfryModel
internal import BelfrySystem
internal import Logging
internal import ServiceLifecycle
internal import Synchronization

/// Shows what is presented on the user's desktop, and takes what the user does with it there.
///
/// It follows the log by a cursor of its own, as every follower does, and the centre never waits for
/// it. What waits for a server that is slow, or is not there, is bounded: the rest stays in the log.
final class DesktopOutlet: Service, Sendable {
    struct State {
        var board = DesktopBoard()

        /// The last event that is on the board; nil until the log was read.
        var cursor: Int?

        var server: (server: DesktopServer, identity: DesktopServer.Identity)?

        /// The server that has given the board's numbers.
        var numbersOf: DesktopServer.Identity?
        var problem: String?

        /// Whether it was said that there is no server.
        var isMissingTold = false

        /// Which server, or search for one, the board's calls are of.
        var epoch = 0

        /// Whether the device may let more or fewer texts be read than when the board was last told.
        var isDeviceNew = true

        /// Samples that are asked for, by their tags, which are negative.
        var samples: [Int: AsyncStream<DesktopEvent>.Continuation] = [:]
        var lastSample = 0
        var isClosed = false
    }

    /// Most notifications that wait on the board.
    private static let waitingLimit = 256

    /// Most events that are read at a time.
    private static let batch = 128

    let bus: SessionBus
    let center: CenterService
    let actions: UserActions
    private let contents: DesktopContents
    private let directory: String
    let logger: Logger
    let state = Mutex(State())

    /// There may be something new in the log.
    let news: EventFeed
    private let subscription: EventFeed.Subscription

    /// There may be something to ask the server for.
    private let work = Bell()

    /// What the next daemon has to know has changed.
    private let changes = Bell()

    /// - Parameters:
    ///   - address: Where the session bus is; nil where the environment names none.
    ///   - actions: Takes what the user does.
    ///   - attachments: Where files of notifications are.
    ///   - directory: Where it notes what the next daemon has to know.
    ///   - news: Says that there may be something new in the log.
    ///   - logger: What is told of failures.
    /// - Throws: ``SystemError`` where there are too many descriptors.
    init(
        _ address: String?,
        _ actions: UserActions,
        attachments: String,
        _ directory: String,
        _ news: EventFeed,
        _ logger: Logger
    ) throws {
        guard let subscription = news.subscribe() else {
            throw DaemonError(.software, "the desktop cannot follow the log")
        }
        self.news = news
        self.subscription = subscription
        bus = try SessionBus(address: address)
        center = actions.center
        self.actions = actions
        contents = DesktopContents(center, actions.apps, attachments: attachments)
        self.directory = directory
        self.logger = logger
        takeUp()
    }

    /// Takes up what an earlier daemon has left.
    private func takeUp() {
        do {
            guard let record = try DesktopRecord.read(in: directory) else { return }
            state.withLock { state in
                state.board = DesktopBoard(shown: record.shown, waiting: record.waiting)
                state.cursor = record.cursor
                state.numbersOf = record.server
            }
        } catch {
            logger.warning(
                "what was on the desktop is not known; what is presented from now on is shown",
                metadata: ["error": "\(error)"]
            )
        }
    }

    /// How it stands.
    var status: DesktopStatus {
        state.withLock { state in
            DesktopStatus(
                server: state.server?.server,
                problem: state.problem,
                shownCount: state.board.shownCount,
                waitingCount: state.board.waitingCount
            )
        }
    }

    // MARK: Service

    func run() async throws {
        try await findBeginning()
        try bus.start()
        await withGracefulShutdownHandler {
            await withDiscardingTaskGroup { group in
                group.addTask { [self] in
                    for await _ in subscription.signals { await follow() }
                }
                group.addTask { [self] in await showAll() }
                group.addTask { [self] in await keepRecord() }
                group.addTask { [self] in
                    await hearAll()
                    for bell in [work, changes] { bell.end() }
                }
            }
        } onGracefulShutdown: { [self] in
            state.withLock { $0.isClosed = true }
            // What it was asked for is answered before its events end.
            bus.stop()
        }
        writeRecord()
    }

    /// What was presented before a daemon has a desktop for the first time is not shown there.
    private func findBeginning() async throws {
        guard state.withLock({ $0.cursor == nil }) else { return }
        let last = try await center.perform { try $0.transaction.lastCursor() }
        state.withLock { $0.cursor = last }
    }

    // MARK: The log

    /// What the log says about one notification.
    private enum Change {
        case present(Int, DesktopPlace)
        case supersede(Int)
        case end(Int)
    }

    /// Brings the board up to date with the log, as far as it has room.
    private func follow() async {
        // What is on the screen waits for nothing in the log.
        await hideTexts()
        do {
            while try await readBatch() { await hideTexts() }
        } catch {
            logger.error("the desktop cannot read the log", metadata: ["error": "\(error)"])
        }
        work.ring()
        changes.ring()
    }

    /// Reads a batch of events.
    ///
    /// - Returns: Whether there may be more that there is room for.
    private func readBatch() async throws -> Bool {
        let begin: Int? = state.withLock { state in
            guard !state.isClosed, state.board.waitingCount < Self.waitingLimit else { return nil }
            return state.cursor
        }
        guard let begin else { return false }
        let apps = state.withLock(\.board.apps)
        let (changes, end, isAll, removed) = try await center.perform { turn in
            let last = try turn.transaction.lastCursor()
            // The log is another one where the cursor is beyond it, as after a backup was restored.
            let cursor = min(begin, last)
            let events = try turn.transaction.events(after: cursor, limit: Self.batch)
            let changes = try events.compactMap { try Self.change(by: $0, turn) }
            // An earlier version's log does not say of each notification that its app was removed.
            let removed = try apps.filter { try turn.transaction.app($0) == nil }
            return (changes, events.last?.cursor ?? last, events.count < Self.batch, removed)
        }
        state.withLock { state in
            for change in changes {
                switch change {
                case .present(let sequence, let place): state.board.present(sequence, at: place)
                case .supersede(let sequence): state.board.supersede(sequence)
                case .end(let sequence): state.board.end(sequence)
                }
            }
            for app in removed { state.board.end(app: app) }
            state.cursor = end
            if isAll { state.board.settle() }
        }
        return !isAll
    }

    private static func change(by event: CenterEvent, _ turn: Turn) throws -> Change? {
        guard let sequence = event.sequence else { return nil }
        switch event.kind {
        case .presented:
            guard let entry = try turn.transaction.entry(sequence), entry.state == .presented,
                entry.isForDesktop
            else { return nil }
            return .present(sequence, entry.desktopPlace)
        // The one that takes its place comes next.
        case .collapsed: return .supersede(sequence)
        case .removed, .expired, .dropped: return .end(sequence)
        case .seen:
            // As servers do by themselves: what is critical stays until somebody puts it away.
            let entry = try turn.transaction.entry(sequence)
            return entry?.desktopUrgency == .critical ? nil : .end(sequence)
        default: return nil
        }
    }

    // MARK: Showing

    private func showAll() async {
        await withDiscardingTaskGroup { group in
            for await _ in work.rings {
                while let step = nextStep() {
                    switch step {
                    case .close(let number, let identity): bus.close(number, on: identity)
                    case .show(let request):
                        // In their order; but a picture takes a while, for which no other one waits.
                        guard let pictured = await show(request) else { continue }
                        group.addTask { [self] in await show(pictured, as: request) }
                    }
                }
            }
        }
    }

    /// A notification that the board wants shown.
    private struct ShowRequest: Sendable {
        let sequence: Int
        let replaced: UInt32
        let epoch: Int

        /// Whether it is on the screen, and its texts alone are other ones.
        var isRedrawn = false
    }

    private enum Step {
        case show(ShowRequest)
        case close(UInt32, DesktopServer.Identity)
    }

    private func nextStep() -> Step? {
        let (step, lacksServer) = state.withLock { state in
            let step = Self.nextStep(&state)
            return (step, state.server == nil && state.board.waitingCount > 0 && !state.isClosed)
        }
        if lacksServer { bus.find() }
        return step
    }

    private static func nextStep(_ state: inout State) -> Step? {
        guard !state.isClosed, let server = state.server else { return nil }
        let epoch = state.epoch
        switch state.board.next(.now) {
        case .show(let sequence, let replaced):
            return .show(ShowRequest(sequence: sequence, replaced: replaced, epoch: epoch))
        case .redraw(let sequence, let number):
            return .show(
                ShowRequest(sequence: sequence, replaced: number, epoch: epoch, isRedrawn: true)
            )
        case .close(let number): return .close(number, server.identity)
        case nil: return nil
        }
    }

    /// Shows a notification.
    ///
    /// - Returns: It, where it has a picture that has to be decoded before; nil otherwise.
    private func show(_ request: ShowRequest) async -> DesktopContents.Pictured? {
        do {
            let sequence = request.sequence
            switch try await contents.content(of: sequence, isRedrawn: request.isRedrawn) {
            case .pictured(let pictured): return pictured
            case .notification(let notification, let isHidden):
                send(notification, isHidden: isHidden, as: request)
            case .gone: cancel(request, isSuperseded: false)
            case .superseded: cancel(request, isSuperseded: true)
            }
        } catch {
            logger.error(
                "a notification cannot be read for the desktop",
                metadata: ["sequence": "\(request.sequence)", "error": "\(error)"]
            )
            await askAgain(request.sequence, request.epoch)
        }
        return nil
    }

    private func show(_ pictured: DesktopContents.Pictured, as request: ShowRequest) async {
        // A hidden one has no picture.
        send(await contents.notification(of: pictured), isHidden: false, as: request)
    }

    /// Sends a notification to the server, unless that has gone since it was to be, or the device has
    /// been locked.
    private func send(
        _ notification: DesktopNotification,
        isHidden: Bool,
        as request: ShowRequest
    ) {
        let server = state.withLock { state in
            guard state.epoch == request.epoch,
                state.board.sends(request.sequence, isHidden: isHidden)
            else { return nil as (server: DesktopServer, identity: DesktopServer.Identity)? }
            return state.server
        }
        guard let server else {
            // There is room for another.
            news.signal()
            return work.ring()
        }
        let call = NotifyCall(notification, for: server.server, replacing: request.replaced)
        bus.show(call, tag: request.sequence, on: server.identity)
    }

    /// Does without a notification, which makes room for another.
    private func cancel(_ request: ShowRequest, isSuperseded: Bool) {
        state.withLock { state in
            guard state.epoch == request.epoch else { return }
            state.board.cancel(request.sequence, isSuperseded: isSuperseded)
        }
        news.signal()
    }

    /// Has a notification asked for once more, after a moment.
    private func askAgain(_ sequence: Int, _ epoch: Int) async {
        try? await Task.sleep(for: .seconds(1))
        state.withLock { state in
            guard state.epoch == epoch else { return }
            state.board.refuse(sequence, isPassing: true)
        }
        work.ring()
    }

    // MARK: What the server says

    private func hearAll() async {
        await withDiscardingTaskGroup { group in
            for await event in bus.events {
                switch event {
                case .found(let server, let identity): meet(server, identity)
                case .absent(let fault): miss(fault)
                case .asked(let question):
                    group.addTask { [self] in bus.answer(question, await answer(to: question)) }
                    continue
                case .nameless:
                    logger.notice("another program is org.belfry.Center1 on the session bus")
                    continue
                case .shown(let tag, _) where tag < 0, .refused(let tag, _, _) where tag < 0:
                    answerSample(tag, event)
                case .shown(let sequence, let number):
                    state.withLock { $0.board.note(sequence, shownAs: number) }
                case .refused(let sequence, let fault, let isPassing):
                    note(sequence, refusedFor: fault)
                    if isPassing {
                        let epoch = state.withLock(\.epoch)
                        group.addTask { [self] in await askAgain(sequence, epoch) }
                    } else {
                        state.withLock { _ = $0.board.refuse(sequence, isPassing: false) }
                    }
                case .closed(let number, let byUser):
                    let sequence = state.withLock { $0.board.take(number) }
                    guard byUser, let sequence else { break }
                    group.addTask { [self] in await respond(sequence, .dismissal) }
                case .invoked(let number, let key):
                    guard let sequence = end(number) else { break }
                    group.addTask { [self] in await respond(sequence, .key(key)) }
                case .replied(let number, let text):
                    guard let sequence = end(number) else { break }
                    group.addTask { [self] in await respond(sequence, .reply(text)) }
                }
                // The board may have room again.
                news.signal()
                work.ring()
                changes.ring()
            }
        }
    }

    private func meet(_ server: DesktopServer, _ identity: DesktopServer.Identity) {
        var wasMissed = false
        var numbers: [UInt32] = []
        var waiters: [AsyncStream<DesktopEvent>.Continuation] = []
        state.withLock { state in
            // Of an earlier connection to the same server as well.
            state.board.loseCalls()
            state.epoch += 1
            if state.numbersOf != identity { state.board.loseNumbers() }
            state.numbersOf = identity
            state.server = (server, identity)
            state.problem = nil
            wasMissed = state.isMissingTold
            state.isMissingTold = false
            numbers = state.board.shown.map(\.number)
            waiters = Array(state.samples.values)
        }
        bus.adopt(numbers, on: identity)
        for waiter in waiters { waiter.yield(.found(server, identity)) }
        logger.log(
            level: wasMissed ? .notice : .info,
            "notifications are shown on the desktop",
            metadata: ["server": "\(server.name.quoted)", "version": "\(server.version.quoted)"]
        )
    }

    private func miss(_ fault: BusFault) {
        var isNew = false
        var samples: [AsyncStream<DesktopEvent>.Continuation] = []
        state.withLock { state in
            state.server = nil
            state.problem = fault.description
            state.board.loseCalls()
            state.epoch += 1
            isNew = !state.isMissingTold
            state.isMissingTold = true
            samples = Array(state.samples.values)
            state.samples = [:]
        }
        for sample in samples { sample.finish() }
        guard isNew else { return }
        logger.warning(
            "notifications are not shown on the desktop; it is tried again, and they are in the list",
            metadata: ["cause": "\(fault.description)"]
        )
    }

    /// Takes away what the user has acted on: some servers leave it on the screen.
    ///
    /// - Returns: The notification; nil for a number that is not known.
    private func end(_ number: UInt32) -> Int? {
        state.withLock { state in
            let sequence = state.board.take(number)
            if let identity = state.server?.identity { bus.close(number, on: identity) }
            return sequence
        }
    }

    private func note(_ sequence: Int, refusedFor fault: BusFault) {
        logger.warning(
            "the desktop does not show a notification; it is in the list",
            metadata: ["sequence": "\(sequence)", "cause": "\(fault.description.quoted)"]
        )
    }

    // MARK: What is kept

    private func keepRecord() async {
        for await _ in changes.rings {
            writeRecord()
            // A burst is written a few times, not once for each.
            try? await Task.sleep(for: .milliseconds(100))
        }
    }

    private func writeRecord() {
        let record = state.withLock { state in
            DesktopRecord(
                cursor: state.cursor ?? 0,
                server: state.numbersOf,
                shown: state.board.shown,
                waiting: state.board.waiting
            )
        }
        do {
            try record.write(in: directory)
        } catch {
            logger.error(
                "what is on the desktop cannot be noted",
                metadata: ["error": "\(error)"]
            )
        }
    }
}
