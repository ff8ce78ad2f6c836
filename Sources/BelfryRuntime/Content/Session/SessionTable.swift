// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Open notifications, as long as somebody has them.
final class SessionTable {
    private var sessions: [UInt64: DrawingSession] = [:]

    /// Those that nobody has any more and whose extensions have not ended.
    private var abandoned: Set<UInt64> = []

    /// Takes in a session that was just opened.
    func add(_ session: DrawingSession) {
        sessions[session.run.number] = session
    }

    /// An open notification; there is one as long as somebody can ask.
    subscript(number: UInt64) -> DrawingSession {
        guard let session = sessions[number] else { preconditionFailure("a session that is gone") }
        return session
    }

    /// Takes a subscriber from a session that may be gone.
    func unsubscribe(_ subscriber: UInt64, from number: UInt64) {
        sessions[number]?.unsubscribe(subscriber)
    }

    /// Forgets a session that nobody has any more, once its extension has ended.
    func abandon(_ number: UInt64) {
        guard let session = sessions[number] else { return }
        session.close()
        if session.isReported { sessions[number] = nil } else { abandoned.insert(number) }
    }

    /// Forgets a session whose extension has ended, where nobody has it any more.
    func ended(_ session: DrawingSession) {
        let number = session.run.number
        if abandoned.remove(number) != nil { sessions[number] = nil }
    }
}
