// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import Logging
internal import NIOCore
internal import Synchronization

/// A log that takes some lines a second of each cause: clients decide how many there are.
///
/// A flood of one cause leaves the others' lines in.
final class BoundedLog: Sendable {
    /// What a line is about; there are few, so that what is remembered of them has a bound.
    enum Cause: Hashable {
        case refusal(PushReason)
        /// A stream that broke the protocol, or was reset.
        case stream
        /// A connection that ended before its handshake did.
        case handshake
        /// A connection that broke the protocol.
        case connection
        /// What the daemon itself could not do.
        case daemon
    }

    private struct Budget {
        var second = NIODeadline.distantPast
        var count = 0
    }

    private let logger: Logger
    private let budgets = Mutex<[Cause: Budget]>([:])
    private let now: @Sendable () -> NIODeadline

    /// Lines of one cause in a second.
    static let limit = 10
    private static let byteLimit = 1000

    /// - Parameters:
    ///   - logger: What takes the lines.
    ///   - now: The time.
    init(_ logger: Logger, now: @escaping @Sendable () -> NIODeadline = { .now() }) {
        self.logger = logger
        self.now = now
    }

    /// Logs a line, unless there were too many of its cause in this second; the next one that is
    /// logged says how many were left out.
    func write(_ cause: Cause, _ line: String, _ metadata: Logger.Metadata) {
        let now = now()
        let (isTold, omitted) = budgets.withLock { budgets in
            var budget = budgets[cause] ?? Budget()
            var omitted = 0
            if now - budget.second >= .seconds(1) {
                omitted = max(0, budget.count - Self.limit)
                budget = Budget(second: now)
            }
            budget.count += 1
            budgets[cause] = budget
            return (budget.count <= Self.limit, omitted)
        }
        guard isTold else { return }
        var metadata = metadata
        if omitted > 0 { metadata["omitted"] = "\(omitted)" }
        logger.notice("\(line.neutralised(byteLimit: Self.byteLimit))", metadata: metadata)
    }
}
