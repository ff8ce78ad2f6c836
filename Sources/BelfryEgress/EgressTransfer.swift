// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem

/// What one of an extension's connections is at.
package struct EgressTransfer: Sendable, Equatable {
    /// How far a connection is.
    enum Stage: Sendable, Equatable {
        /// Its request has not come as a whole.
        case arriving

        /// Its one request is being answered.
        case exchange

        /// It carries what the proxy cannot read.
        case tunnel

        /// Its request has its whole answer.
        case answered
    }

    var stage = Stage.arriving

    /// The origin that it is to reach; nil before the request is read.
    package internal(set) var origin: String?

    /// Bytes that it has brought the extension so far.
    package internal(set) var byteCount = 0

    /// When bytes moved last.
    var lastMove: MonotonicTime

    /// Whether those were the extension's.
    var isAsking = true

    init(at time: MonotonicTime) {
        lastMove = time
    }

    /// Counts bytes that move.
    mutating func move(
        _ byteCount: Int,
        _ direction: TrafficMeter.Direction,
        at time: MonotonicTime
    ) {
        lastMove = time
        isAsking = direction == .fromExtension
        guard !isAsking else { return }
        let (sum, overflows) = self.byteCount.addingReportingOverflow(byteCount)
        self.byteCount = overflows ? .max : sum
    }

    /// Whether the extension waits for more of it.
    ///
    /// Of an exchange in the clear that is known. A tunnel outlives its transfers, as the extension
    /// keeps it for the next one: it counts for a while after bytes moved, for longer where the
    /// extension spoke last and an answer is due.
    func isUnderWay(at time: MonotonicTime) -> Bool {
        switch stage {
        case .answered: false
        case .exchange: true
        case .arriving: time - lastMove < Self.pause
        case .tunnel: time - lastMove < (isAsking ? Self.patience : Self.pause)
        }
    }

    /// How long a server may pause within an answer, and a connection before its request.
    static let pause = Duration.seconds(1)

    /// How long a server may take to begin an answer.
    static let patience = Duration.seconds(3)
}
