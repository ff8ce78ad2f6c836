// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import Synchronization

/// Apps in front, each of which answers when, and as, its owner says.
final class ScriptedApps: AppAsking {
    /// What an app was asked.
    struct Question: Sendable {
        let app: String
        let sequence: Int
    }

    private let waiting = Mutex<[Question]>([])

    /// The questions that were not answered.
    var questions: [Question] { waiting.withLock(\.self) }

    func ask(_ app: String, about sequence: Int) {
        waiting.withLock { $0.append(Question(app: app, sequence: sequence)) }
    }

    /// Takes the question that an app answers next: the one about its oldest notification.
    ///
    /// - Parameter app: The app.
    /// - Returns: The question; nil where the app is asked nothing.
    func takeFirst(of app: String) -> Question? {
        waiting.withLock { questions in
            let first = questions.filter { $0.app == app }.min { $0.sequence < $1.sequence }
            questions.removeAll { $0.app == app && $0.sequence == first?.sequence }
            return first
        }
    }

    /// Forgets the questions, as the end of the process does, and begins with what it has left.
    func restart(with left: [(app: String, sequence: Int)]) {
        let questions = left.map { Question(app: $0.app, sequence: $0.sequence) }
        waiting.withLock { $0 = questions }
    }
}
