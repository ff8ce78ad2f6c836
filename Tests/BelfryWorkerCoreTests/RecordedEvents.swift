// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryWire
import Synchronization

/// What a worker's side has said to the host, in order.
final class RecordedEvents: Sendable {
    private let events = Mutex<[WorkerEvent]>([])

    func append(_ event: WorkerEvent) {
        events.withLock { $0.append(event) }
    }

    var all: [WorkerEvent] { events.withLock { $0 } }

    /// The runs that were decided.
    var decided: [UInt64] {
        all.compactMap { if case .completed(let run, _) = $0 { run } else { nil } }
    }

    /// The broken rules.
    var findings: [Finding] {
        all.compactMap { if case .finding(let finding) = $0 { finding } else { nil } }
    }

    /// What was asked of the notification centre.
    var questions: [CenterQuestion] {
        all.compactMap { if case .question(let question) = $0 { question } else { nil } }
    }

    /// The strikes, with the run each names.
    var strikes: [WorkerEvent] {
        all.filter { if case .strike = $0 { true } else { false } }
    }
}

extension RunCommand {
    /// A request with a title, a badge and a score.
    static func sample(run: UInt64, title: String = "Hello") -> RunCommand {
        var content = ContentRecord()
        content.texts[ContentKey.title] = Array(title.utf8)
        content.texts[ContentKey.userInfo] = Array("{}".utf8)
        content.integers[ContentKey.badge] = 1
        content.reals[ContentKey.relevanceScore] = 0.5
        return RunCommand(
            run: run,
            deadline: 1000 + run,
            identifier: "request-\(run)",
            content: content
        )
    }
}
