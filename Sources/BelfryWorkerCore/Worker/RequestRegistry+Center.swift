// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryWire
internal import Synchronization

extension RequestRegistry {
    /// Whether the notification centre can be reached: there is a request that is not decided.
    var reachesCenter: Bool {
        state.withLock { $0.requests[$0.latest]?.isDecided == false }
    }

    /// Counts a question for the notification centre, which names no request: a process has one at
    /// a time.
    ///
    /// - Parameter byteCount: The size of its document.
    /// - Returns: The run it belongs to; ``Status/state`` outside one, ``Status/limit`` past
    ///   ``CenterQuestion/countLimit`` and ``CenterQuestion/byteLimit``.
    func countQuestion(byteCount: Int) -> Result<UInt64, Status> {
        state.withLock { state in
            guard var request = state.requests[state.latest], !request.isDecided else {
                return .failure(.state)
            }
            guard request.questions < CenterQuestion.countLimit,
                request.questionByteCount + byteCount <= CenterQuestion.byteLimit
            else { return .failure(.limit) }
            request.questions += 1
            request.questionByteCount += byteCount
            state.requests[state.latest] = request
            return .success(request.run)
        }
    }
}
