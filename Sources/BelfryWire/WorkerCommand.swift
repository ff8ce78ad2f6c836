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

    /// A command for a content extension.
    case content(ContentCommand)

    /// The worker has to end.
    case stop

    /// What a command's frame begins with.
    package enum Kind: UInt8, CaseIterable, Sendable {
        case run = 1
        case willExpire = 2
        case pressure = 3
        case stop = 4
        case cpuPressure = 5
        case answer = 6
        case content = 7
    }

    /// The command as a frame.
    package var frame: [UInt8] {
        var frame = FrameWriter(reserving: 4096)
        switch self {
        case .run(let command):
            frame.write(Kind.run)
            command.write(to: &frame)
        case .willExpire(let run, let grace):
            frame.write(Kind.willExpire)
            frame.write(run)
            frame.write(grace)
        case .pressure(let used, let limit):
            frame.write(Kind.pressure)
            frame.write(used)
            frame.write(limit)
        case .stop:
            frame.write(Kind.stop)
        case .cpuPressure(let used, let limit):
            frame.write(Kind.cpuPressure)
            frame.write(used)
            frame.write(limit)
        case .answer(let answer):
            frame.write(Kind.answer)
            answer.write(to: &frame)
        case .content(let command):
            frame.write(Kind.content)
            command.write(to: &frame)
        }
        return frame.bytes
    }

    /// Reads a command.
    package init(frame bytes: [UInt8]) throws(WireError) {
        var frame = FrameReader(bytes)
        switch try frame.readKind(Kind.self, of: "worker command") {
        case .run: self = .run(try RunCommand(from: &frame))
        case .willExpire: self = .willExpire(run: try frame.read(), grace: try frame.read())
        case .pressure: self = .pressure(used: try frame.read(), limit: try frame.read())
        case .stop: self = .stop
        case .cpuPressure: self = .cpuPressure(used: try frame.read(), limit: try frame.read())
        case .answer: self = .answer(try CenterAnswer(from: &frame))
        case .content: self = .content(try ContentCommand(from: &frame))
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
