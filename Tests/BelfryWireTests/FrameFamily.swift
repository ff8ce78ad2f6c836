// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryWire

/// One of the languages on the sockets.
enum FrameFamily: CaseIterable {
    case workerCommand, workerEvent, nurseryCommand, nurseryEvent
    case mountRequest, mountAnswer
    case symboliserCommand, symbolicFrames

    /// Reads a frame and writes what was understood.
    func reencode(_ frame: [UInt8]) throws(WireError) -> [UInt8] {
        switch self {
        case .workerCommand: try WorkerCommand(frame: frame).frame
        case .workerEvent: try WorkerEvent(frame: frame).frame
        case .nurseryCommand: try NurseryCommand(frame: frame).frame
        case .nurseryEvent: try NurseryEvent(frame: frame).frame
        case .mountRequest: try MountRequest(frame: frame).frame
        case .mountAnswer: try MountAnswer(frame: frame).frame
        case .symboliserCommand: try SymboliserCommand(frame: frame).frame
        case .symbolicFrames: try SymbolicFrames(frame: frame).frame
        }
    }

    /// A frame of every kind the language has.
    var samples: [[UInt8]] {
        switch self {
        case .workerCommand: Sample.workerCommands.map(\.frame)
        case .workerEvent: Sample.workerEvents.map(\.frame)
        case .nurseryCommand: Sample.nurseryCommands.map(\.frame)
        case .nurseryEvent: Sample.nurseryEvents.map(\.frame)
        case .mountRequest: Sample.mountRequests.map(\.frame)
        case .mountAnswer: Sample.mountAnswers.map(\.frame)
        case .symboliserCommand: Sample.symboliserCommands.map(\.frame)
        case .symbolicFrames: Sample.symbolicFrames.map(\.frame)
        }
    }
}
