// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import Synchronization

/// Asks apps in front how their notifications are shown.
///
/// Each app is asked about one notification after the other, as what it says may depend on the order;
/// apps are asked beside each other. One that has been late is told of its notifications, but none
/// waits for it, until it answers again.
final class AppQuestions: AppAsking, Sendable {
    /// The notifications about which an app is asked, in order.
    private struct Queue {
        var sequences: [Int] = []

        /// Whether the app is asked about the first of them already.
        var isPut = false

        /// Adds some that are not in it, in their order.
        mutating func add(_ more: [Int]) {
            let first = isPut ? sequences.prefix(1) : []
            let others = Set(sequences).union(more).subtracting(first)
            sequences = first + others.sorted()
        }
    }

    private struct State {
        var queues: [String: Queue] = [:]
        var center: CenterService?

        /// Whether apps that run have had the time to find this daemon.
        var isGraceOver = false
        var isClosed = false
    }

    private let state = Mutex(State())
    private let sessions: AppSessions
    private let patience: AppPatience

    init(_ sessions: AppSessions, _ patience: AppPatience) {
        self.sessions = sessions
        self.patience = patience
    }

    /// Begins with the questions that an earlier process has left.
    ///
    /// An app that does not listen yet is waited for until ``endGrace()``.
    func begin(_ center: CenterService) async {
        state.withLock { $0.center = center }
        let asked = await center.performUntilDone { turn in
            try turn.asked(of: nil).map { ($0.app, $0.sequence) }
        }
        for (app, asked) in Dictionary(grouping: asked ?? [], by: \.0) {
            ask(app, about: asked.map(\.1))
        }
    }

    /// Answers for the apps that have not come back.
    func endGrace() {
        let apps = state.withLock { state in
            state.isGraceOver = true
            return Array(state.queues.keys)
        }
        for app in apps { put(to: app) }
    }

    /// Answers nothing more; what was not answered is the next daemon's.
    func close() {
        state.withLock { $0.isClosed = true }
    }

    func ask(_ app: String, about sequence: Int) {
        ask(app, about: [sequence])
    }

    private func ask(_ app: String, about sequences: [Int]) {
        state.withLock { $0.queues[app, default: Queue()].add(sequences) }
        put(to: app)
    }

    /// Has an app asked about the notification that is its first one now, unless it is already.
    ///
    /// To be called once an app listens.
    func put(to app: String) {
        let session = sessions[app]
        let first: Int? = state.withLock { state in
            guard let queue = state.queues[app], !queue.isPut, state.center != nil,
                session != nil || state.isGraceOver
            else { return nil }
            state.queues[app]?.isPut = true
            return queue.sequences.first
        }
        guard let sequence = first else { return }
        guard let session else { return answer(sequence, of: app, .unreachable) }
        if session.isMute {
            // Before the process hears of it, so that no answer of its comes first.
            answer(sequence, of: app, .late)
            return session.ask(about: sequence)
        }
        session.ask(about: sequence)
        Task { [self] in
            try? await Task.sleep(for: patience.asking)
            answer(sequence, of: app, .late, insteadOf: session)
        }
    }

    /// Answers for an app whose process has gone.
    func lost(_ app: String) {
        let first: Int? = state.withLock { state in
            guard let queue = state.queues[app], queue.isPut else { return nil }
            return queue.sequences.first
        }
        if let first { answer(first, of: app, .unreachable) }
    }

    /// Answers what the app is asked now, unless it has; then it is asked the next one.
    private func answer(
        _ sequence: Int,
        of app: String,
        _ answer: ForegroundAnswer,
        insteadOf session: AppSession? = nil
    ) {
        let center = state.withLock { state in
            let isFirst = state.queues[app]?.sequences.first == sequence
            return isFirst && !state.isClosed ? state.center : nil
        }
        guard let center else { return }
        center.submit { turn in
            try turn.answerPresentation(of: sequence, by: app, answer)
        } done: { [self] result in
            switch result {
            case .success(let wasAsked):
                if wasAsked { session?.note(isMute: true) }
                settle(sequence, of: app)
            case .failure:
                // As on a full disk: it is asked about until it can be shown.
                Task { [self] in
                    try? await Task.sleep(for: .seconds(1))
                    self.answer(sequence, of: app, answer)
                }
            }
        }
    }

    /// Notes that a question was answered, whether the app was asked it already or it waited still.
    func settle(_ sequence: Int, of app: String) {
        state.withLock { state in
            guard var queue = state.queues[app] else { return }
            if queue.sequences.first == sequence { queue.isPut = false }
            queue.sequences.removeAll { $0 == sequence }
            state.queues[app] = queue.sequences.isEmpty ? nil : queue
        }
        put(to: app)
    }

    /// Notes that an app says something, be it too late: it is waited for again.
    func noteAnswer(of app: String) {
        sessions[app]?.note(isMute: false)
    }
}
