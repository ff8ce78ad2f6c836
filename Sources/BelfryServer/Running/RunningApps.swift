// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfrySystem
internal import Logging
internal import Synchronization

/// The apps whose processes listen, and what there is for them.
///
/// A process listens once its delegate is set; an app has one that does at a time. What an app is to
/// be given stays in the ledger until then. An app that does not run is started when there is
/// something for it, and again when its process ends before it has acknowledged what it was given.
final class RunningApps: Sendable {
    private struct State {
        /// What apps are told that the ledger does not hold.
        var notices: [String: [AppNotice]] = [:]

        /// Those who wait until an app that they have opened listens, or its program has ended.
        var openers: [String: [Int: AsyncStream<Opening>.Continuation]] = [:]
        var openerCount = 0

        /// Whether an earlier daemon has left a process of any app.
        var hasLeft = false
        var center: CenterService?

        /// Apps for which there may be something that could not be read: they are looked at again.
        var unread: Set<String> = []
    }

    let questions: AppQuestions
    let programs: AppPrograms

    private let state = Mutex(State())
    private let sessions: AppSessions
    private let patience: AppPatience
    private let logger: Logger

    /// Most notices that wait for one app.
    private static let noticeLimit = 16

    init(
        _ apps: AppFolder,
        _ launcher: AppLauncher,
        _ logger: Logger,
        _ patience: AppPatience = AppPatience()
    ) {
        sessions = AppSessions()
        questions = AppQuestions(sessions, patience)
        programs = AppPrograms(apps, launcher, patience, logger)
        self.patience = patience
        self.logger = logger
        // Before any of them can speak to this daemon.
        let left = programs.takeUp { [weak self] in self?.noteEnd(of: $0) }
        state.withLock { $0.hasLeft = !left.isEmpty }
    }

    // MARK: What there is for apps

    /// Begins with what an earlier daemon left; its processes are waited for.
    func begin(_ center: CenterService) {
        let hasLeft = state.withLock { state in
            state.center = center
            return state.hasLeft
        }
        Task { [self] in
            await questions.begin(center)
            await endReplaced(center)
            await wakeAllWithResponses()
        }
        // Whether or not the ledger can be read by then.
        Task { [self] in
            try? await Task.sleep(for: hasLeft ? patience.returning : patience.grace)
            questions.endGrace()
        }
    }

    /// Ends the programs of versions that were replaced when the earlier daemon ended.
    private func endReplaced(_ center: CenterService) async {
        for app in Set(programs.running.map(\.app)) {
            do {
                let digest = try await center.perform { try $0.transaction.app(app)?.digest }
                programs.end(app, except: digest)
            } catch {
                logger.error(
                    "it is not known whether an app's program was replaced",
                    metadata: ["app": "\(app)", "error": "\(error)"]
                )
            }
        }
    }

    /// Notes that a process has ended that this daemon has not started.
    private func noteEnd(of app: String) {
        tellOpeners(of: app, .ended(.unknown))
        Task { [self] in await wakeAgain(app) }
    }

    /// Wakes apps for which there is something in the log; on the centre's thread.
    func tell(_ news: LogNews, of center: Center) {
        let events = news.events.filter { [.responded, .backgroundPush].contains($0.kind) }
        guard !events.isEmpty else { return }
        var apps: [CenterApp] = []
        for name in Set(events.map(\.app)) {
            do {
                if let app = try center.read({ try $0.transaction.app(name) }) { apps.append(app) }
            } catch {
                state.withLock { _ = $0.unread.insert(name) }
            }
        }
        // A program is read and started elsewhere: the centre's thread does not wait for that.
        Task { [self] in for app in apps { wake(app) } }
    }

    private func wakeAllWithResponses() async {
        guard let center = state.withLock(\.center) else { return }
        let apps = await center.performUntilDone { turn in
            try turn.transaction.apps().filter { app in
                try !turn.transaction.responses(of: app.identifier).isEmpty
            }
        }
        for app in apps ?? [] { wake(app) }
    }

    /// Has an app look for what there is for it, and starts it where it does not listen.
    private func wake(_ app: CenterApp) {
        if let session = sessions[app.identifier] {
            session.signal()
        } else {
            _ = start(app)
        }
    }

    /// Starts an app again that may have something waiting for it, unless it listens.
    private func wakeAgain(_ app: String) async {
        guard let center = state.withLock(\.center), sessions[app] == nil else { return }
        do {
            let waiting = try await center.perform { turn in
                try turn.giveUpResponses(of: app) ? turn.transaction.app(app) : nil
            }
            if let waiting { wake(waiting) }
        } catch {
            state.withLock { _ = $0.unread.insert(app) }
        }
    }

    // MARK: Conversations

    /// Begins to speak to an app's process.
    ///
    /// - Returns: Nil where another process of the app listens; and its number.
    func connect(_ app: String, _ process: Int32) -> (session: AppSession?, other: Int32?) {
        let session = AppSession(app: app, process: process)
        if let other = sessions.begin(session) { return (nil, other.process) }
        programs.noteListening(app, process)
        session.signal()
        questions.put(to: app)
        tellOpeners(of: app, .listens)
        return (session, nil)
    }

    /// Notes that an app's process listens no more.
    func disconnect(_ session: AppSession) {
        let goesOn = sessions.end(session)
        guard goesOn else { return }
        questions.lost(session.app)
        programs.noteSilence(of: session.app, session.process) { [weak self] in
            self?.noteEnd(of: $0)
        }
        // What it was given and has not acknowledged is the next process's.
        Task { [self] in
            try? await Task.sleep(for: patience.settling)
            await wakeAgain(session.app)
        }
    }

    /// Gives signs of life to those who listen, which has what they left unacknowledged repeated; and
    /// ends programs in the background that have had their time.
    ///
    /// - Parameter now: The time that it is.
    func tick(at now: ContinuousClock.Instant = .now) async {
        let sessions = sessions.all
        for session in sessions { session.signal() }
        programs.cutOutput()
        let unread = state.withLock { state in
            defer { state.unread = [] }
            return state.unread
        }
        for app in unread { await wakeAgain(app) }
        for app in programs.dismissLate(at: now) { await wakeAgain(app) }
        let running = programs.running
        guard !running.isEmpty, let center = state.withLock(\.center) else { return }
        let front = try? await center.perform { try $0.transaction.device().foregroundApp }
        for (app, program) in running where front != .some(app) {
            let session = sessions.first { $0.process == program.process }
            let given = session?.lastGiven ?? program.started
            guard now - given > patience.background else { continue }
            logger.info("an app in the background has had its time", metadata: ["app": "\(app)"])
            programs.end(program)
        }
    }

    /// Ends every conversation; the apps' processes stay.
    func close() {
        programs.close()
        questions.close()
        sessions.close()
    }

    /// Ends what runs of an app whose version was replaced, or that was removed: what its process
    /// acknowledged would be refused.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - digest: The version that is installed now; nil for none.
    func end(_ app: String, except digest: String?) {
        if let session = sessions[app] { disconnect(session) }
        programs.end(app, except: digest)
    }

    // MARK: Programs

    private func start(_ app: CenterApp, isAsked: Bool = false) -> AppPrograms.Start {
        let identifier = app.identifier
        let start = programs.start(app, isAsked: isAsked) { [weak self] end in
            self?.tellOpeners(of: identifier, .ended(end))
            self?.startAgain(identifier)
        }
        if case .failed = start { startAgain(identifier) }
        return start
    }

    /// Starts an app again for what waits for it, not sooner than it may be.
    private func startAgain(_ app: String) {
        Task { [self] in
            if await programs.awaitRestart(of: app) { await wakeAgain(app) }
        }
    }

    /// What became of an app that the user has opened.
    enum Opening: Sendable {
        /// Its process listens.
        case listens

        /// Its program runs, and does not listen so far.
        case runs

        /// Its program has ended at once.
        case ended(DetachedProgram.End)

        /// It has no program that could be started.
        case absent

        /// The system has refused to start its program; why.
        case failed(String)
    }

    /// Starts an app that does not listen, and waits a while for it to listen or to end.
    func open(_ app: CenterApp) async -> Opening {
        let hasRun = programs.running.contains { $0.app == app.identifier }
        let opening = await openOnce(app)
        // It was ending already when the user opened it.
        if hasRun, case .ended = opening { return await openOnce(app) }
        return opening
    }

    private func openOnce(_ app: CenterApp) async -> Opening {
        if let session = sessions[app.identifier] {
            guard session.hasEnded else {
                session.signal()
                return .listens
            }
            disconnect(session)
        }
        let (answers, continuation) = AsyncStream.makeStream(
            of: Opening.self,
            bufferingPolicy: .bufferingOldest(1)
        )
        let number = state.withLock { state in
            state.openerCount += 1
            state.openers[app.identifier, default: [:]][state.openerCount] = continuation
            return state.openerCount
        }
        defer {
            state.withLock { state in
                state.openers[app.identifier]?[number] = nil
                if state.openers[app.identifier]?.isEmpty == true {
                    state.openers[app.identifier] = nil
                }
            }
        }
        switch start(app, isAsked: true) {
        case .absent: return .absent
        case .failed(let reason): return .failed(reason)
        case .runs, .waits, .givenUp: break
        }
        let timer = Task { [patience] in
            try? await Task.sleep(for: patience.opening)
            continuation.yield(.runs)
        }
        defer { timer.cancel() }
        return await answers.first { _ in true } ?? .runs
    }

    private func tellOpeners(of app: String, _ answer: Opening) {
        let openers = state.withLock { $0.openers[app].map { Array($0.values) } ?? [] }
        for opener in openers { opener.yield(answer) }
    }

    /// Keeps something to be told to an app that the ledger does not hold, until its process listens.
    ///
    /// - Returns: Whether there is room for it.
    func keep(_ notice: AppNotice, for app: String) -> Bool {
        state.withLock { state in
            guard state.notices[app, default: []].count < Self.noticeLimit else { return false }
            state.notices[app, default: []].append(notice)
            return true
        }
    }

    /// Takes what waits to be told to an app.
    func takeNotices(of app: String) -> [AppNotice] {
        state.withLock { $0.notices.removeValue(forKey: app) ?? [] }
    }

    /// What an app does, for people.
    func status(of app: CenterApp) -> AppStatus {
        AppStatus(
            isListening: sessions[app.identifier] != nil,
            programs.record(of: app),
            hasProgram: programs.hasProgram(app)
        )
    }
}
