// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter

/// Apps in front, which say how their notifications are shown.
extension CenterSchedule {
    /// What an app says to a notification.
    private static let answers: [ForegroundAnswer] = [
        .surfaces([.banner, .list, .sound]), .surfaces([.list, .badge]), .surfaces([]), .late,
        .unreachable,
    ]

    /// Puts an app in front, or none.
    func changeFront() throws {
        let app = random.once(in: 4) ? nil : random.pick(Self.apps)
        try center.perform { turn in try turn.changeDevice { $0.foregroundApp = app } }
    }

    /// Has an app answer the question that it was asked first, if there is one.
    func answerApp() throws {
        guard let app = random.pick(Self.apps), let question = front.takeFirst(of: app) else {
            return
        }
        try answer(question, random.pick(Self.answers) ?? .late)
    }

    /// Has the apps answer all that they are asked.
    func answerApps() throws {
        while let question = front.questions.first.flatMap({ front.takeFirst(of: $0.app) }) {
            try answer(question, .surfaces([.list]))
        }
    }

    private func answer(_ question: ScriptedApps.Question, _ answer: ForegroundAnswer) throws {
        let isTaken = try center.perform {
            try $0.answerPresentation(of: question.sequence, by: question.app, answer)
        }
        let (found, device) = try store.inner.read { store in
            (try store.entry(question.sequence), try store.device())
        }
        guard isTaken, let entry = found else { return }
        guard entry.state != .decided else {
            throw BrokenPromise("\(entry.sequence) was answered for, and is neither shown nor gone")
        }
        guard device.foregroundApp == entry.app, device.lock == .unlocked,
            answer != .unreachable, let shown = entry.detail.presentation?.surfaces
        else { return }
        let named: Set<Surface> = if case .surfaces(let surfaces) = answer { surfaces } else { [] }
        guard shown.isSubset(of: named) else {
            throw BrokenPromise(
                "\(entry.sequence) is shown on \(shown), and its app named \(named)"
            )
        }
    }

    /// Begins with the questions that the process before has left, as the daemon does.
    func takeUpQuestions() throws {
        let left = try center.read { try $0.asked(of: nil) }
        front.restart(with: left.map { ($0.app, $0.sequence) })
    }

    /// Holds the centre to the order in front: while an app is asked about a notification, none of its
    /// newer ones is shown.
    func checkOrderInFront() throws {
        guard asksApps else { return }
        let (asked, events) = try store.inner.read { store in
            (
                try store.entries(of: nil, in: [.decided], limit: .max)
                    .filter { $0.detail.isAsked == true }.map(\.sequence),
                try store.events(after: frontCursor, limit: .max)
            )
        }
        for event in events where event.kind == .presented {
            guard let sequence = event.sequence else { continue }
            let older = askedBefore.first { $0.app == event.app && $0.sequence < sequence }
            guard let older, asked.contains(older.sequence) else { continue }
            throw BrokenPromise(
                "\(sequence) is shown before \(older.sequence), which is asked about"
            )
        }
        frontCursor = events.last?.cursor ?? frontCursor
        askedBefore = front.questions
    }
}
