// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What a worker says to the host on its run socket.
///
/// Once an extension is loaded it may have forged any of these: the host checks each against what it
/// knows itself.
package enum WorkerEvent: Equatable, Sendable {
    /// The extension is loaded, sealed in and started.
    case loaded(LoadReport)

    /// The extension could not be loaded; the process ends.
    case loadFailed(LoadFailure)

    /// The sandbox is in force, and the extension's first instruction is next.
    ///
    /// An extension can neither forge this event nor suppress it, so a later claim that the sandbox
    /// failed is false.
    case sealed

    /// The extension decided a run: with changes to the original, or with the original (nil).
    case completed(run: UInt64, changes: ContentRecord?)

    /// The extension published its best so far of a run.
    case checkpoint(run: UInt64, changes: ContentRecord)

    /// The extension dropped the notification of a run.
    case dropped(run: UInt64, reason: DropReason)

    /// The extension answered a run with a handle that is not a content of that run.
    case abused(run: UInt64)

    /// The extension broke a rule, without any effect on the run.
    case strike(run: UInt64, kind: Strike)

    /// The extension asks the notification centre something.
    case question(CenterQuestion)

    /// An event of a content extension.
    case content(ContentEvent)

    /// A line for the run's log.
    case log(level: UInt32, text: String)

    /// A rule of the C ABI was broken; only validating workers look.
    case finding(Finding)

    /// The extension called the host; only traced workers report it.
    case called(HostCall)

    /// The extension read the wall clock for the `index`-th time, and got `time` nanoseconds of UNIX
    /// time; only traced workers report it (`clock.c` writes the frame).
    case clock(index: UInt32, time: Int64)

    /// What an event's frame begins with.
    package enum Kind: UInt8, CaseIterable, Sendable {
        case loaded = 1
        case loadFailed = 2
        case completed = 3
        case strike = 4
        case log = 5
        case checkpoint = 6
        case dropped = 7
        case abused = 8
        case sealed = 9
        case question = 10
        case content = 11
        case finding = 64
        case called = 65
        case clock = 66
    }

    /// The event as a frame.
    package var frame: [UInt8] {
        var frame = FrameWriter()
        switch self {
        case .loaded(let report):
            frame.write(Kind.loaded)
            report.write(to: &frame)
        case .loadFailed(let failure):
            frame.write(Kind.loadFailed)
            failure.write(to: &frame)
        case .completed(let run, let changes):
            frame.write(Kind.completed)
            frame.write(run)
            frame.write(changes != nil)
            changes?.write(to: &frame)
        case .strike(let run, let kind):
            frame.write(Kind.strike)
            frame.write(run)
            frame.write(kind)
        case .log(let level, let text):
            frame.write(Kind.log)
            frame.write(level)
            frame.write(text)
        case .checkpoint(let run, let changes):
            frame.write(Kind.checkpoint)
            frame.write(run)
            changes.write(to: &frame)
        case .dropped(let run, let reason):
            frame.write(Kind.dropped)
            frame.write(run)
            frame.write(reason.code)
        case .abused(let run):
            frame.write(Kind.abused)
            frame.write(run)
        case .sealed: frame.write(Kind.sealed)
        case .question(let question):
            frame.write(Kind.question)
            question.write(to: &frame)
        case .content(let event):
            frame.write(Kind.content)
            event.write(to: &frame)
        case .finding(let finding):
            frame.write(Kind.finding)
            finding.write(to: &frame)
        case .called(let call):
            frame.write(Kind.called)
            call.write(to: &frame)
        case .clock(let index, let time):
            frame.write(Kind.clock)
            frame.write(index)
            frame.write(time)
        }
        return frame.bytes
    }

    /// Reads an event.
    package init(frame bytes: [UInt8]) throws(WireError) {
        var frame = FrameReader(bytes)
        switch try frame.readKind(Kind.self, of: "worker event") {
        case .loaded: self = .loaded(try LoadReport(from: &frame))
        case .loadFailed: self = .loadFailed(try LoadFailure(from: &frame))
        case .completed:
            let run = try frame.read(UInt64.self)
            let hasChanges = try frame.readBool()
            self = .completed(run: run, changes: hasChanges ? try ContentRecord(from: &frame) : nil)
        case .strike:
            self = .strike(
                run: try frame.read(),
                kind: try frame.readKind(Strike.self, of: "strike")
            )
        case .log: self = .log(level: try frame.read(), text: try frame.readText())
        case .checkpoint:
            self = .checkpoint(run: try frame.read(), changes: try ContentRecord(from: &frame))
        case .dropped:
            let run = try frame.read(UInt64.self)
            guard let reason = DropReason(try frame.readText()) else {
                throw WireError("bad reason for a drop")
            }
            self = .dropped(run: run, reason: reason)
        case .abused: self = .abused(run: try frame.read())
        case .sealed: self = .sealed
        case .question: self = .question(try CenterQuestion(from: &frame))
        case .content: self = .content(try ContentEvent(from: &frame))
        case .finding: self = .finding(try Finding(from: &frame))
        case .called: self = .called(try HostCall(from: &frame))
        case .clock: self = .clock(index: try frame.read(), time: try frame.read())
        }
        try frame.finish()
    }

    /// Most checkpoints of one run; more of them are an attack.
    package static let checkpointLimit = 64

    /// The longest frame either side sends or takes.
    package static let frameLimit = 192 * 1024
}
