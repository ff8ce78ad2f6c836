// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
@testable internal import BelfryRuntime
internal import BelfryWire

extension FuzzTarget {
    /// What a worker says, which is what an extension may say in its place.
    ///
    /// A frame is the same after another turn, and changes that are accepted leave a content within
    /// its limits, the same when they are applied twice, and fit for another worker.
    static let workerEvent = FuzzTarget(
        "worker-event",
        byteLimit: 8192,
        seeds: { FrameSeeds.workerEvents.map(\.frame) },
        check: { bytes in
            guard let event = try? WorkerEvent(frame: bytes) else { return }
            let again = try WorkerEvent(frame: event.frame)
            try holdEqual(again.frame, event.frame, "a frame changes in its second turn")
            try holdEqual(event.frame.count, bytes.count, "a frame has another length")
            switch event {
            case .completed(_, let changes?), .checkpoint(_, let changes):
                try ContentProperties.check(changes, to: NotificationContent())
                try ContentProperties.check(changes, to: ContentProperties.original)
            case .dropped(_, let reason): try holdOneLine(reason.code)
            default: break
            }
        }
    )
}
