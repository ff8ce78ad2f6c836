// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What the host says to a worker on its run socket.
package enum WorkerCommand: Equatable, Sendable {
    /// One request for the extension.
    case run(RunCommand)

    /// The wall budget of this run ends in so many nanoseconds.
    case willExpire(run: UInt64, grace: UInt64)

    /// The footprint has passed the share of the memory budget at which extensions are told.
    case pressure(used: UInt64, limit: UInt64)

    /// The CPU time of this run has passed the share of its budget at which extensions are told;
    /// both in nanoseconds.
    case cpuPressure(used: UInt64, limit: UInt64)

    /// The answer of the notification centre.
    case answer(CenterAnswer)

    /// What concerns a content extension.
    case content(ContentCommand)

    /// There is nothing more to do: end.
    case stop

    /// The command as a frame.
    package var frame: [UInt8] {
        var frame = FrameWriter(reserving: 4096)
        switch self {
        case .run(let command):
            frame.write(UInt8(1))
            command.write(to: &frame)
        case .willExpire(let run, let grace):
            frame.write(UInt8(2))
            frame.write(run)
            frame.write(grace)
        case .pressure(let used, let limit):
            frame.write(UInt8(3))
            frame.write(used)
            frame.write(limit)
        case .stop:
            frame.write(UInt8(4))
        case .cpuPressure(let used, let limit):
            frame.write(UInt8(5))
            frame.write(used)
            frame.write(limit)
        case .answer(let answer):
            frame.write(UInt8(6))
            answer.write(to: &frame)
        case .content(let command):
            frame.write(UInt8(7))
            command.write(to: &frame)
        }
        return frame.bytes
    }

    /// Reads a command.
    package init(frame bytes: [UInt8]) throws(WireError) {
        var frame = FrameReader(bytes)
        switch try frame.read(UInt8.self) {
        case 1: self = .run(try RunCommand(from: &frame))
        case 2: self = .willExpire(run: try frame.read(), grace: try frame.read())
        case 3: self = .pressure(used: try frame.read(), limit: try frame.read())
        case 4: self = .stop
        case 5: self = .cpuPressure(used: try frame.read(), limit: try frame.read())
        case 6: self = .answer(try CenterAnswer(from: &frame))
        case 7: self = .content(try ContentCommand(from: &frame))
        case let kind: throw WireError("worker command \(kind)")
        }
        try frame.finish()
    }
}

/// One request on its way to an extension.
package struct RunCommand: Equatable, Sendable {
    /// The run's number, unique in the host.
    package var run: UInt64

    /// When the wall budget ends, in nanoseconds of CLOCK_MONOTONIC.
    package var deadline: UInt64

    /// The request's identifier.
    package var identifier: String

    /// The original content.
    package var content: ContentRecord

    /// Whether the manifest lets the extension drop it.
    package var mayDrop: Bool

    package init(
        run: UInt64,
        deadline: UInt64,
        identifier: String,
        content: ContentRecord,
        mayDrop: Bool = false
    ) {
        self.run = run
        self.deadline = deadline
        self.identifier = identifier
        self.content = content
        self.mayDrop = mayDrop
    }

    func write(to frame: inout FrameWriter) {
        frame.write(run)
        frame.write(deadline)
        frame.write(identifier)
        content.write(to: &frame)
        frame.write(mayDrop)
    }

    init(from frame: inout FrameReader) throws(WireError) {
        run = try frame.read()
        deadline = try frame.read()
        identifier = try frame.readText()
        content = try ContentRecord(from: &frame)
        mayDrop = try frame.readBool()
    }
}
