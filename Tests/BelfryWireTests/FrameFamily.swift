// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryWire

/// One of the languages on the sockets.
enum FrameFamily: CaseIterable {
    case workerCommand, workerEvent, zygoteCommand, zygoteEvent
    case mountRequest, mountAnswer
    case symboliserCommand, symbolicFrames

    /// Reads a frame and writes what was understood.
    func reencode(_ frame: [UInt8]) throws(WireError) -> [UInt8] {
        switch self {
        case .workerCommand: try WorkerCommand(frame: frame).frame
        case .workerEvent: try WorkerEvent(frame: frame).frame
        case .zygoteCommand: try ZygoteCommand(frame: frame).frame
        case .zygoteEvent: try ZygoteEvent(frame: frame).frame
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
        case .zygoteCommand: Sample.zygoteCommands.map(\.frame)
        case .zygoteEvent: Sample.zygoteEvents.map(\.frame)
        case .mountRequest: Sample.mountRequests.map(\.frame)
        case .mountAnswer: Sample.mountAnswers.map(\.frame)
        case .symboliserCommand: Sample.symboliserCommands.map(\.frame)
        case .symbolicFrames: Sample.symbolicFrames.map(\.frame)
        }
    }

    /// The numbers that a frame of the language begins with; nil for a language of one frame.
    var kinds: Set<UInt8>? {
        switch self {
        case .workerCommand: Set(WorkerCommand.Kind.allCases.map(\.rawValue))
        case .workerEvent: Set(WorkerEvent.Kind.allCases.map(\.rawValue))
        case .zygoteCommand: Set(ZygoteCommand.Kind.allCases.map(\.rawValue))
        case .zygoteEvent: Set(ZygoteEvent.Kind.allCases.map(\.rawValue))
        case .symboliserCommand: Set(SymboliserCommand.Kind.allCases.map(\.rawValue))
        case .mountRequest, .mountAnswer, .symbolicFrames: nil
        }
    }
}
