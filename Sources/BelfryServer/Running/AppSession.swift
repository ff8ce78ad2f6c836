// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfrySystem
internal import Glibc
internal import Synchronization

/// One process of an app that listens.
final class AppSession: Sendable {
    let app: String

    /// The process's number.
    let process: Int32

    /// Has an element when there may be something for the app.
    let signals: AsyncStream<Void>

    private struct State {
        var lastGiven: ContinuousClock.Instant?

        /// Notifications of which the process is not told yet.
        var questions: [Int] = []
        var isMute = false
    }

    private let continuation: AsyncStream<Void>.Continuation
    private let state = Mutex(State())

    /// Most questions that wait for a process that reads nothing; older ones were answered without it.
    private static let questionLimit = 16

    init(app: String, process: Int32) {
        self.app = app
        self.process = process
        (signals, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Whether its process has ended, though its connection is not known yet to be closed.
    var hasEnded: Bool {
        do throws(SystemError) {
            return try Descriptor.process(process).waitUntilReadable(until: .now)
        } catch {
            return error.errno == ESRCH
        }
    }

    /// When it was given something last; nil for never.
    var lastGiven: ContinuousClock.Instant? { state.withLock(\.lastGiven) }

    func noteGiven() {
        state.withLock { $0.lastGiven = .now }
    }

    func signal() {
        continuation.yield()
    }

    func end() {
        continuation.finish()
    }

    // MARK: Questions

    /// Has the process asked how a notification is shown.
    func ask(about sequence: Int) {
        state.withLock { state in
            state.questions = state.questions.suffix(Self.questionLimit - 1) + [sequence]
        }
        signal()
    }

    /// Takes the notifications about which the process is to be asked, each once.
    func takeQuestions() -> [Int] {
        state.withLock { state in
            defer { state.questions = [] }
            return state.questions
        }
    }

    /// Whether the process has been late with an answer and has given none since: nothing waits for it.
    var isMute: Bool { state.withLock(\.isMute) }

    func note(isMute: Bool) {
        state.withLock { $0.isMute = isMute }
    }
}

/// Something that an app is told, and that is gone with the daemon.
struct AppNotice: Sendable {
    /// Such as `settings`.
    let kind: String
    let object: JSONObject
}

/// The processes that listen: one of each app at a time.
final class AppSessions: Sendable {
    private struct State {
        var sessions: [String: AppSession] = [:]
        var isClosed = false
    }

    private let state = Mutex(State())

    /// The one of an app.
    subscript(app: String) -> AppSession? { state.withLock { $0.sessions[app] } }

    /// All of them.
    var all: [AppSession] { state.withLock { Array($0.sessions.values) } }

    /// Notes that a process listens; when the daemon ends, it is told so at once.
    ///
    /// - Returns: The process of the app that listens already; nil for none.
    func begin(_ session: AppSession) -> AppSession? {
        state.withLock { state in
            if let other = state.sessions[session.app] { return other }
            if state.isClosed { session.end() } else { state.sessions[session.app] = session }
            return nil
        }
    }

    /// Ends the conversation with a process.
    ///
    /// - Returns: Whether it went on until now, and the daemon does still.
    func end(_ session: AppSession) -> Bool {
        session.end()
        return state.withLock { state in
            guard state.sessions[session.app] === session else { return false }
            state.sessions[session.app] = nil
            return !state.isClosed
        }
    }

    /// Ends every conversation; no further one begins.
    func close() {
        let sessions = state.withLock { state in
            state.isClosed = true
            return Array(state.sessions.values)
        }
        for session in sessions { session.end() }
    }
}
