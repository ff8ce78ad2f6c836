// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import Logging
internal import NIOCore
internal import Synchronization

/// A log that takes some lines a second: clients decide how many there are.
final class BoundedLog: Sendable {
    private struct State {
        var second = NIODeadline.distantPast
        var count = 0
    }

    private let logger: Logger
    private let state = Mutex(State())

    private static let limit = 20
    private static let byteLimit = 1000

    init(_ logger: Logger) {
        self.logger = logger
    }

    /// Logs a line, unless there were too many in this second.
    func write(_ line: String, _ metadata: Logger.Metadata) {
        let now = NIODeadline.now()
        let (isTold, omitted) = state.withLock { state in
            var omitted = 0
            if now - state.second >= .seconds(1) {
                omitted = max(0, state.count - Self.limit)
                state = State(second: now)
            }
            state.count += 1
            return (state.count <= Self.limit, omitted)
        }
        guard isTold else { return }
        var metadata = metadata
        if omitted > 0 { metadata["omitted"] = "\(omitted)" }
        logger.notice("\(line.neutralised(byteLimit: Self.byteLimit))", metadata: metadata)
    }
}
