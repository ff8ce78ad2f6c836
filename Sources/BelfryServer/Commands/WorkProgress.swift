// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryTerminal
internal import Synchronization

/// How far a command's work is, for the line that a terminal shows of it.
final class WorkProgress: Sendable {
    private let name: String
    private let share = Mutex<Double?>(nil)

    private init(_ name: String) {
        self.name = name
    }

    /// Notes how much is done: so many of all.
    func note(_ count: Int, of all: Int) {
        share.withLock { $0 = Double(count) / Double(max(all, 1)) }
    }

    /// The line after so long.
    private func line(after elapsed: Duration) -> LiveLine {
        let time = HumanText.milliseconds((elapsed / .milliseconds(1)).rounded())
        return LiveLine(name: name, share: share.withLock(\.self), facts: [time])
    }

    /// Does work from a command's synchronous main, with a line on standard error where somebody sees it
    /// and it takes a while.
    ///
    /// - Parameters:
    ///   - name: What is done.
    ///   - work: The work.
    /// - Returns: What it gives.
    /// - Throws: What it throws.
    static func during<Value: Sendable>(
        _ name: String,
        _ work: @escaping @Sendable (WorkProgress) throws -> Value
    ) throws -> Value {
        let progress = WorkProgress(name)
        return try waitFor {
            try await LiveLine.during({ progress.line(after: $0) }, { try work(progress) })
        }
    }
}
