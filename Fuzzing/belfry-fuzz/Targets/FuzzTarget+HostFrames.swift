// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryWire

extension FuzzTarget {
    /// The frames among the host's own processes, which no extension writes.
    ///
    /// The first byte says which reader gets the rest. Each frame is the same after another turn.
    static let hostFrames = FuzzTarget(
        "host-frames",
        byteLimit: 4096,
        seeds: {
            FrameSeeds.workerCommands.map { [0] + $0.frame }
                + FrameSeeds.zygoteCommands.map { [1] + $0.frame }
                + FrameSeeds.zygoteEvents.map { [2] + $0.frame }
                + FrameSeeds.symboliserCommands.map { [3] + $0.frame }
                + [[4] + FrameSeeds.symbolicFrames.frame, [5] + FrameSeeds.probeReport.frame]
                + [[6] + FrameSeeds.mountRequest.frame, [7] + FrameSeeds.mountAnswer.frame]
        },
        check: { bytes in
            guard let reader = bytes.first else { return }
            let frame = Array(bytes.dropFirst())
            switch reader % 8 {
            case 0: try checkTurn(frame, { try WorkerCommand(frame: $0) }, \.frame)
            case 1: try checkTurn(frame, { try ZygoteCommand(frame: $0) }, \.frame)
            case 2: try checkTurn(frame, { try ZygoteEvent(frame: $0) }, \.frame)
            case 3: try checkTurn(frame, { try SymboliserCommand(frame: $0) }, \.frame)
            case 4: try checkTurn(frame, { try SymbolicFrames(frame: $0) }, \.frame)
            case 5: try checkTurn(frame, { try ProbeReport(frame: $0) }, \.frame)
            case 6: try checkTurn(frame, { try MountRequest(frame: $0) }, \.frame)
            default: try checkTurn(frame, { try MountAnswer(frame: $0) }, \.frame)
            }
        }
    )

    private static func checkTurn<Message>(
        _ frame: [UInt8],
        _ read: ([UInt8]) throws -> Message,
        _ write: (Message) -> [UInt8]
    ) throws {
        guard let message = try? read(frame) else { return }
        let written = write(message)
        try holdEqual(written.count, frame.count, "a frame has another length")
        try holdEqual(write(try read(written)), written, "a frame changes in its second turn")
    }
}
