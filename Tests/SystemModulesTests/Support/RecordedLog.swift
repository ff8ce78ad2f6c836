// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import FoundationSupplement
internal import Synchronization

/// The log that the modules write to, kept for the tests; the process has but one.
enum RecordedLog {
    struct Line: Equatable, Sendable {
        let level: RunLog.Level
        let text: String
    }

    private static let lines = Mutex<[Line]>([])

    private static let hasBegun: Void = RunLog.begin { level, text in
        lines.withLock { $0.append(Line(level: level, text: text)) }
    }

    /// Runs a body and gives back what it wrote that has a mark of its own in it, without the mark.
    static func lines(marked mark: String, of body: () throws -> Void) rethrows -> [Line] {
        _ = hasBegun
        try body()
        return lines.withLock { $0 }.filter { $0.text.contains(mark) }.map {
            Line(level: $0.level, text: $0.text.replacing(mark, with: ""))
        }
    }
}
