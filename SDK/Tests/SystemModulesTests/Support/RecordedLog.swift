// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import FoundationSupplement
internal import Synchronization

/// What the modules write to the log, kept for a test.
enum RecordedLog {
    struct Line: Equatable, Sendable {
        let level: RunLog.Level
        let text: String
    }

    /// Runs a body and gives back what it wrote that has a mark in it, without the mark.
    static func lines(marked mark: String, of body: () throws -> Void) rethrows -> [Line] {
        let lines = Lines()
        try RunLog.$recorder.withValue(
            { level, text in lines.all.withLock { $0.append(Line(level: level, text: text)) } },
            operation: body
        )
        return lines.all.withLock { $0 }.filter { $0.text.contains(mark) }.map {
            Line(level: $0.level, text: $0.text.replacing(mark, with: ""))
        }
    }

    private final class Lines: Sendable {
        let all = Mutex<[Line]>([])
    }
}
