// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import Logging
internal import Synchronization

/// The apps whose processes listen, and the programs of those that were started for that.
///
/// A process listens once its delegate is set; an app has one that does at a time. What an app is to
/// be given stays in the ledger until then. An app that does not run is started when there is
/// something for it, and again when its process ends before it has acknowledged what it was given; so
/// a program that ends at once is not started for ever.
final class RunningApps: AppAsking, Sendable {
    private struct State {
        var sessions: [String: AppSession] = [:]
        var programs: [String: StartedProgram] = [:]

        /// What apps are told that the ledger does not hold.
        var notices: [String: [AppNotice]] = [:]

        /// Notifications about which apps are asked, in order; each app about its first one.
        var questions: [String: [AppQuestion]] = [:]

        /// The last event of the log that was looked at; nil before the first look.
        var cursor: Int?
        var center: CenterService?
        var isClosed = false
    }

    private let state = Mutex(State())
    private let apps: AppFolder
    private let launcher: AppLauncher
    private let logger: Logger

    /// Most notices that wait for one app.
    private static let noticeLimit = 16

    /// How long apps that run have to find a new daemon before one of them is started.
    private static let grace = Duration.seconds(2)

    /// How long a program that was started in the background has after it was given something.
    static let backgroundTime = Duration.seconds(30)

    init(_ apps: AppFolder, _ launcher: AppLauncher, _ logger: Logger) {
        self.apps = apps
        self.launcher = launcher
        self.logger = logger
    }

    // MARK: What there is for apps

    /// Begins with what an earlier process left.
    func begin(_ center: CenterService) {
        state.withLock { $0.center = center }
        Task { [self] in
            try? await Task.sleep(for: Self.grace)
            let asked = try? await center.perform { turn in
                try turn.asked(of: nil).map { ($0.app, $0.sequence) }
            }
            for (app, sequence) in asked ?? [] { ask(app, about: sequence) }
            await wakeAllWithResponses()
        }
    }

    /// Looks what the log has for apps; on the centre's thread.
    func look(at center: Center) {
        let seen = state.withLock(\.cursor)
        let news = try? center.read { turn in
            let last = try turn.transaction.lastCursor()
            guard let seen, seen < last else { return (last, [] as [CenterApp]) }
            let events = try turn.transaction.events(after: seen, limit: last - seen)
            let names = Set(events.filter { $0.kind == .responded }.map(\.app))
            return (last, try names.compactMap(turn.transaction.app))
        }
        guard let (last, apps) = news else { return }
        state.withLock { $0.cursor = last }
        guard !apps.isEmpty else { return }
        // A program is read and started elsewhere: the centre's thread does not wait for that.
        Task { [self] in for app in apps { wake(app) } }
    }

    private func wakeAllWithResponses() async {
        guard let center = state.withLock(\.center) else { return }
        let apps = try? await center.perform { turn in
            try turn.transaction.apps().filter { app in
                try !turn.transaction.responses(of: app.identifier).isEmpty
            }
        }
        for app in apps ?? [] { wake(app) }
    }

    /// Has an app look for what there is for it, and starts it where it does not listen.
    func wake(_ app: CenterApp) {
        if let session = state.withLock({ $0.sessions[app.identifier] }) {
            session.signal()
        } else {
            start(app)
        }
    }

    /// Tells an app something that the ledger does not hold, and starts it where it does not listen.
    ///
    /// - Returns: Whether there is room for it, and the app listens or has a program.
    func tell(_ app: CenterApp, _ notice: AppNotice) -> Bool {
        let isKept = state.withLock { state in
            guard state.notices[app.identifier, default: []].count < Self.noticeLimit,
                state.sessions[app.identifier] != nil || apps.program(of: app) != nil
            else { return false }
            state.notices[app.identifier, default: []].append(notice)
            return true
        }
        if isKept { wake(app) }
        return isKept
    }

    /// Takes what waits to be told to an app.
    func takeNotices(of app: String) -> [AppNotice] {
        state.withLock { $0.notices.removeValue(forKey: app) ?? [] }
    }

    // MARK: Notifications of apps in front

    func ask(_ app: String, about sequence: Int) {
        let question = AppQuestion(app: app, sequence: sequence)
        let isFirst = state.withLock { state in
            let isKnown = state.questions[app]?.contains { $0.sequence == sequence } ?? false
            if !isKnown { state.questions[app, default: []].append(question) }
            return !isKnown && state.questions[app]?.count == 1
        }
        if isFirst { put(question) }
    }

    /// Has an app told of the question that is its first one now.
    private func put(_ question: AppQuestion) {
        guard let session = state.withLock({ $0.sessions[question.app] }) else {
            return answer(question, .unreachable)
        }
        session.signal()
        Task { [self] in
            try? await Task.sleep(for: Self.askingTime)
            answer(question, .late)
        }
    }

    /// How long an app in front has to say how a notification is shown.
    private static let askingTime = Duration.seconds(5)

    /// Takes the question that an app is to be told, once.
    func takeQuestion(of app: String) -> Int? {
        state.withLock { state in
            guard let first = state.questions[app]?.first, !first.isTold else { return nil }
            state.questions[app]?[0].isTold = true
            return first.sequence
        }
    }

    /// Has a question answered unless it was before; then the app's next one is put.
    private func answer(_ question: AppQuestion, _ answer: ForegroundAnswer) {
        let isOpen = state.withLock { state in
            state.questions[question.app]?.first?.sequence == question.sequence && !state.isClosed
        }
        guard isOpen, let center = state.withLock(\.center) else { return }
        center.submit { turn in
            try turn.answerPresentation(of: question.sequence, by: question.app, answer)
        } done: { [self] result in
            switch result {
            case .success: settle(question)
            case .failure:
                // As on a full disk: it is asked about until it can be shown.
                Task { [self] in
                    try? await Task.sleep(for: .seconds(1))
                    self.answer(question, answer)
                }
            }
        }
    }

    /// Notes that a question is answered, and puts the app's next one.
    func settle(_ question: AppQuestion) {
        let next: AppQuestion? = state.withLock { state in
            guard state.questions[question.app]?.first?.sequence == question.sequence else {
                return nil
            }
            state.questions[question.app]?.removeFirst()
            let next = state.questions[question.app]?.first
            if next == nil { state.questions[question.app] = nil }
            return next
        }
        if let next { put(next) }
    }

    // MARK: Processes that listen

    /// Begins to speak to an app's process.
    ///
    /// - Returns: Nil where another process of the app listens; and its number.
    func connect(_ app: String, _ process: Int32) -> (session: AppSession?, other: Int32?) {
        let session = AppSession(app: app, process: process)
        let other: Int32? = state.withLock { state in
            if let other = state.sessions[app] { return other.process }
            if state.isClosed { session.end() } else { state.sessions[app] = session }
            return nil
        }
        guard other == nil else { return (nil, other) }
        session.signal()
        return (session, nil)
    }

    /// Notes that an app's process listens no more.
    func disconnect(_ session: AppSession) {
        session.end()
        var lost: AppQuestion?
        let goesOn = state.withLock { state in
            guard state.sessions[session.app] === session else { return false }
            state.sessions[session.app] = nil
            lost = state.questions[session.app]?.first
            return !state.isClosed && session.hasGiven
        }
        if let lost { answer(lost, .unreachable) }
        guard goesOn else { return }
        // What it was given and has not acknowledged is the next process's.
        Task { [self] in
            try? await Task.sleep(for: .seconds(1))
            await wakeAgain(session.app)
        }
    }

    private func wakeAgain(_ app: String) async {
        guard let center = state.withLock(\.center) else { return }
        let waiting = try? await center.perform { turn in
            try turn.transaction.responses(of: app).isEmpty ? nil : turn.transaction.app(app)
        }
        if let waiting { wake(waiting) }
    }

    /// Gives signs of life to those who listen, which has what they left unacknowledged repeated; and
    /// ends programs in the background that have had their time.
    func tick() async {
        let (sessions, programs, center) = state.withLock { state in
            (Array(state.sessions.values), state.programs, state.center)
        }
        for session in sessions { session.signal() }
        guard !programs.isEmpty, let center else { return }
        let front = try? await center.perform { try $0.transaction.device().foregroundApp }
        for (app, program) in programs where front != .some(app) {
            let given = sessions.first { $0.app == app }?.lastGiven ?? program.started
            guard ContinuousClock.now - given > Self.backgroundTime else { continue }
            logger.info("an app in the background has had its time", metadata: ["app": "\(app)"])
            program.end()
        }
    }

    /// Ends every conversation; the apps' processes stay.
    func close() {
        let sessions = state.withLock { state in
            state.isClosed = true
            return Array(state.sessions.values)
        }
        for session in sessions { session.end() }
    }

    // MARK: Programs

    /// Starts an app's program unless one that was started runs, or the app has none.
    ///
    /// - Returns: Whether its program runs.
    @discardableResult
    func start(_ app: CenterApp) -> Bool {
        guard let path = apps.program(of: app) else { return false }
        let identifier = app.identifier
        do {
            return try state.withLock { state in
                guard !state.isClosed else { return false }
                guard state.programs[identifier] == nil else { return true }
                state.programs[identifier] = try launcher.start(path, of: identifier) {
                    [weak self] in
                    self?.ended(identifier)
                }
                return true
            }
        } catch {
            logger.error(
                "an app cannot be started",
                metadata: ["app": "\(identifier)", "error": "\(error)"]
            )
            return false
        }
    }

    /// Starts an app that does not listen.
    ///
    /// - Returns: Whether it listens or its program runs.
    func open(_ app: CenterApp) -> Bool {
        state.withLock { $0.sessions[app.identifier] } != nil || start(app)
    }

    private func ended(_ app: String) {
        let program = state.withLock { $0.programs.removeValue(forKey: app) }
        logger.info("an app's program has ended", metadata: ["app": "\(app)"])
        // One that ended by itself and was given nothing would do so again.
        guard program?.wasTold == true else { return }
        Task { [self] in await wakeAgain(app) }
    }

    /// Ends what runs of an app whose version was replaced, or that was removed: what its process
    /// acknowledged would be refused.
    func end(_ app: String) {
        let (session, program) = state.withLock { ($0.sessions[app], $0.programs[app]) }
        session?.end()
        program?.end()
    }
}
