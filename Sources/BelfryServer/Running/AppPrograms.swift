// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfrySystem
internal import Glibc
internal import Logging
internal import Synchronization

/// The programs of apps that the daemon has started, or an earlier one.
///
/// One runs of each version of an app: a new version does not wait until the old one has ended. A
/// program that does not listen is started again later and later, and after some times no more, until
/// the user opens its app or installs another version.
final class AppPrograms: Sendable {
    /// What became of a start.
    enum Start: Sendable {
        /// The program runs.
        case runs

        /// The app has no program that could be started, or the daemon ends.
        case absent

        /// It has not listened so far; it is started again by itself, later.
        case waits

        /// It has never listened, as often as it was started.
        case givenUp

        /// The system has refused to start it; why.
        case failed(String)
    }

    /// What is known of an app's programs.
    struct Record: Sendable {
        /// The version that the rest is about.
        var digest: String

        /// How often it was started since it listened last.
        var silentStarts = 0

        /// How its last process ended.
        var lastEnd: String?

        /// When it may be started again.
        var nextStart = ContinuousClock.now

        /// Whether that is waited for.
        var isAwaited = false
    }

    struct Version: Hashable {
        var app: String
        var digest: String
    }

    enum Slot: Sendable {
        /// It is being started, and may be to end as soon as it was.
        case starting(isUnwanted: Bool)
        case running(StartedProgram)
    }

    /// A process that no daemon has started.
    struct Guest: Sendable {
        let program: StartedProgram

        /// Since when it is believed to come back; nil where it listens, or has taken too long.
        var silentSince: ContinuousClock.Instant?
    }

    struct State {
        var slots: [Version: Slot] = [:]

        /// Processes that live and that no daemon has started, by their apps.
        var guests: [String: [Int32: Guest]] = [:]

        /// The apps of programs that have ended: others that they have started may go on in their
        /// sessions.
        var endedSessions: [Int32: AppFolder.Place] = [:]

        var records: [String: Record] = [:]
        var isClosed = false

        /// Whether a process of an app is believed to come back.
        func expects(_ app: String) -> Bool {
            guests[app]?.values.contains { $0.silentSince != nil } ?? false
        }

        /// Notes that a version is about to be started; or returns why it is not.
        mutating func begin(
            _ version: Version,
            _ isAsked: Bool,
            _ patience: AppPatience
        ) -> Start? {
            guard !isClosed else { return .absent }
            guard slots[version] == nil, !expects(version.app) else { return .runs }
            var record = records[version.app] ?? Record(digest: version.digest)
            if isAsked || record.digest != version.digest {
                let isAwaited = record.isAwaited
                record = Record(digest: version.digest)
                record.isAwaited = isAwaited
            }
            guard record.silentStarts < patience.startLimit else { return .givenUp }
            guard record.nextStart <= .now else { return .waits }
            record.nextStart = .now + patience.restart * (1 << min(record.silentStarts, 10))
            record.silentStarts += 1
            records[version.app] = record
            slots[version] = .starting(isUnwanted: false)
            return nil
        }

        /// Notes that a program runs that was being started.
        ///
        /// - Returns: Whether it is to end at once.
        mutating func note(_ program: StartedProgram, of version: Version) -> Bool {
            defer { slots[version] = .running(program) }
            if case .starting(isUnwanted: true)? = slots[version] { return true }
            return false
        }
    }

    let state = Mutex(State())

    /// Is held while a process is started and until it is in the state: what that starts in turn may ask
    /// at once, and is not to be taken for somebody else.
    private let starting = Mutex(())
    private let apps: AppFolder
    let launcher: AppLauncher
    let patience: AppPatience
    let logger: Logger

    init(_ apps: AppFolder, _ launcher: AppLauncher, _ patience: AppPatience, _ logger: Logger) {
        self.apps = apps
        self.launcher = launcher
        self.patience = patience
        self.logger = logger
    }

    /// Starts no further program.
    func close() {
        state.withLock { $0.isClosed = true }
    }

    // MARK: Starting

    /// Starts the program of an app's version unless it runs.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - isAsked: Whether the user has asked for it, who may start what was given up.
    ///   - ended: Is called once it has ended.
    /// - Returns: What became of it.
    func start(
        _ app: CenterApp,
        isAsked: Bool = false,
        _ ended: @escaping @Sendable (DetachedProgram.End) -> Void
    ) -> Start {
        guard let path = apps.program(of: app) else { return .absent }
        let version = Version(app: app.identifier, digest: app.digest)
        if let start = state.withLock({ $0.begin(version, isAsked, patience) }) { return start }
        do {
            var isUnwanted = false
            let program = try launcher.start(path, of: app.identifier, app.digest) { begin in
                try starting.withLock { _ in
                    let program = try begin()
                    isUnwanted = state.withLock { $0.note(program, of: version) }
                    return program
                }
            }
            do {
                try program.watch { [weak self] end in
                    self?.note(end, of: program, version)
                    ended(end)
                }
            } catch {
                program.abandon()
                throw error
            }
            if isUnwanted { program.end(within: patience.ending) }
            return .runs
        } catch {
            state.withLock { $0.slots[version] = nil }
            logger.error(
                "an app cannot be started",
                metadata: ["app": "\(app.identifier)", "error": "\(error)"]
            )
            return .failed("\(error)")
        }
    }

    func note(
        _ end: DetachedProgram.End,
        of program: StartedProgram,
        _ version: Version
    ) {
        forget(program)
        let record = state.withLock { state in
            state.slots[version] = nil
            if state.endedSessions.count >= Self.endedSessionLimit { state.endedSessions = [:] }
            state.endedSessions[program.process] =
                AppFolder.Place(app: version.app, digest: version.digest)
            if state.records[version.app]?.digest == version.digest {
                state.records[version.app]?.lastEnd = end.words
            }
            return state.records[version.app]
        }
        logger.info(
            "an app's program has ended",
            metadata: ["app": "\(version.app)", "with": "\(end.words)"]
        )
        guard let record, record.silentStarts >= patience.startLimit else { return }
        logger.error(
            "an app's program does not listen and is started no more",
            metadata: [
                "app": "\(version.app)", "starts": "\(record.silentStarts)",
                "with": "\(end.words)", "what it wrote": "belfry log \(version.app)",
                "try again": "belfry open \(version.app)",
            ]
        )
    }

    /// Waits until an app's program may be started again.
    ///
    /// - Parameter app: The app.
    /// - Returns: Whether the caller is the one who starts it then.
    func awaitRestart(of app: String) async -> Bool {
        let next: ContinuousClock.Instant? = state.withLock { state in
            guard let record = state.records[app], !record.isAwaited, !state.isClosed,
                record.silentStarts < patience.startLimit
            else { return nil }
            state.records[app]?.isAwaited = true
            return record.nextStart
        }
        guard let next else { return false }
        try? await Task.sleep(until: next, clock: .continuous)
        return state.withLock { state in
            state.records[app]?.isAwaited = false
            return !state.isClosed
        }
    }

    /// Forgets a process that has ended.
    func forget(_ program: StartedProgram) {
        if let identity = program.identity { launcher.processes.forget(identity) }
    }

    // MARK: What runs

    /// Whether an app has a program that could be started.
    func hasProgram(_ app: CenterApp) -> Bool { apps.program(of: app) != nil }

    /// Cuts what programs have written where it has grown too long.
    func cutOutput() { launcher.output.cutAll() }

    /// Forgets what an app's programs have written.
    func forgetOutput(of app: String) { launcher.output.discard(app) }

    /// The end of what an app's programs have written.
    func output(of app: String) throws -> [UInt8] { try launcher.output.end(of: app) }

    /// What is known of an app's program; nil where none was started.
    ///
    /// - Returns: It, and whether the program was given up.
    func record(of app: CenterApp) -> (record: Record, isGivenUp: Bool, isRunning: Bool)? {
        state.withLock { state in
            let version = Version(app: app.identifier, digest: app.digest)
            let isRunning = state.slots[version] != nil || state.expects(app.identifier)
            let known = state.records[app.identifier].flatMap { record in
                record.digest == app.digest ? record : nil
            }
            guard let record = known ?? (isRunning ? Record(digest: app.digest) : nil) else {
                return nil
            }
            return (record, !isRunning && record.silentStarts >= patience.startLimit, isRunning)
        }
    }

    /// The app of a program in whose session a process is, such as the interpreter of a script.
    func app(inSession session: Int32) -> AppFolder.Place? {
        starting.withLock { _ in state.withLock { known(session, in: &$0) } }
    }

    private func known(_ session: Int32, in state: inout State) -> AppFolder.Place? {
        for case (let version, .running(let program)) in state.slots
        where program.process == session {
            return AppFolder.Place(app: version.app, digest: version.digest)
        }
        guard let place = state.endedSessions[session] else { return nil }
        // No process gets the number of a session that has processes still (man 2 setsid).
        if kill(session, 0) == 0 || errno == EPERM {
            state.endedSessions[session] = nil
            return nil
        }
        return place
    }

    /// Most ended programs whose sessions are known; when there are more, all are forgotten.
    private static let endedSessionLimit = 4096

    /// The programs that run, with their apps.
    var running: [(app: String, program: StartedProgram)] {
        state.withLock { state in
            state.slots.compactMap { version, slot in
                if case .running(let program) = slot { (version.app, program) } else { nil }
            }
        }
    }

    /// Ends the programs of an app.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - digest: The version whose program may go on; nil for none.
    func end(_ app: String, except digest: String?) {
        let programs: [StartedProgram] = state.withLock { state in
            var programs: [StartedProgram] = []
            for (version, slot) in state.slots where version.app == app && version.digest != digest
            {
                switch slot {
                case .starting: state.slots[version] = .starting(isUnwanted: true)
                case .running(let program): programs.append(program)
                }
            }
            return programs
        }
        for program in programs { end(program) }
    }

    /// Ends a program.
    func end(_ program: StartedProgram) {
        program.end(within: patience.ending)
    }
}
