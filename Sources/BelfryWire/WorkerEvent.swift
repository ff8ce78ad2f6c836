// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What a worker says to the host on its run socket.
///
/// From the moment an extension is loaded these are the words of a possible liar: the host checks
/// each against what it knows itself.
package enum WorkerEvent: Equatable, Sendable {
    /// The extension is loaded, sealed in and started.
    case loaded(LoadReport)

    /// The extension could not be loaded; the process ends.
    case loadFailed(LoadFailure)

    /// The sandbox is in force, and the extension's first instruction is next.
    ///
    /// No extension can have said this or kept it from being said, so what comes after it of a
    /// sandbox that failed is a lie.
    case sealed

    /// The extension decided a run: with changes to the original, or with the original (nil).
    case completed(run: UInt64, changes: ContentRecord?)

    /// The extension published its best so far of a run.
    case checkpoint(run: UInt64, changes: ContentRecord)

    /// The extension dropped the notification of a run.
    case dropped(run: UInt64, reason: DropReason)

    /// The extension answered a run with what is no content of it.
    case abused(run: UInt64)

    /// The extension did what it must not, and nothing came of it.
    case strike(run: UInt64, kind: Strike)

    /// The extension asks the notification centre something.
    case question(CenterQuestion)

    /// What concerns a content extension.
    case content(ContentEvent)

    /// A line for the run's log.
    case log(level: UInt32, text: String)

    /// A rule of the C ABI was broken; only validating workers look.
    case finding(Finding)

    /// The extension called the host; only traced workers tell.
    case called(HostCall)

    /// The extension was told the wall clock's time, in nanoseconds of UNIX time, the `index`-th time;
    /// only traced workers tell (`clock.c`, which writes the frame).
    case clock(index: UInt32, time: Int64)

    /// The event as a frame.
    package var frame: [UInt8] {
        var frame = FrameWriter()
        switch self {
        case .loaded(let report):
            frame.write(UInt8(1))
            report.write(to: &frame)
        case .loadFailed(let failure):
            frame.write(UInt8(2))
            frame.write(failure.stage.rawValue)
            frame.write(failure.message)
        case .completed(let run, let changes):
            frame.write(UInt8(3))
            frame.write(run)
            frame.write(changes != nil)
            changes?.write(to: &frame)
        case .strike(let run, let kind):
            frame.write(UInt8(4))
            frame.write(run)
            frame.write(kind.rawValue)
        case .log(let level, let text):
            frame.write(UInt8(5))
            frame.write(level)
            frame.write(text)
        case .checkpoint(let run, let changes):
            frame.write(UInt8(6))
            frame.write(run)
            changes.write(to: &frame)
        case .dropped(let run, let reason):
            frame.write(UInt8(7))
            frame.write(run)
            frame.write(reason.code)
        case .abused(let run):
            frame.write(UInt8(8))
            frame.write(run)
        case .sealed: frame.write(UInt8(9))
        case .question(let question):
            frame.write(UInt8(10))
            question.write(to: &frame)
        case .content(let event):
            frame.write(UInt8(11))
            event.write(to: &frame)
        case .finding(let finding):
            frame.write(UInt8(64))
            finding.write(to: &frame)
        case .called(let call):
            frame.write(UInt8(65))
            call.write(to: &frame)
        case .clock(let index, let time):
            frame.write(Self.clockKind)
            frame.write(index)
            frame.write(time)
        }
        return frame.bytes
    }

    /// Reads an event.
    package init(frame bytes: [UInt8]) throws(WireError) {
        var frame = FrameReader(bytes)
        switch try frame.read(UInt8.self) {
        case 1: self = .loaded(try LoadReport(from: &frame))
        case 2: self = .loadFailed(try LoadFailure(from: &frame))
        case 3:
            let run = try frame.read(UInt64.self)
            let hasChanges = try frame.readBool()
            self = .completed(run: run, changes: hasChanges ? try ContentRecord(from: &frame) : nil)
        case 4:
            let run = try frame.read(UInt64.self)
            guard let kind = Strike(rawValue: try frame.read()) else {
                throw WireError("unknown strike")
            }
            self = .strike(run: run, kind: kind)
        case 5: self = .log(level: try frame.read(), text: try frame.readText())
        case 6: self = .checkpoint(run: try frame.read(), changes: try ContentRecord(from: &frame))
        case 7:
            let run = try frame.read(UInt64.self)
            guard let reason = DropReason(try frame.readText()) else {
                throw WireError("bad reason for a drop")
            }
            self = .dropped(run: run, reason: reason)
        case 8: self = .abused(run: try frame.read())
        case 9: self = .sealed
        case 10: self = .question(try CenterQuestion(from: &frame))
        case 11: self = .content(try ContentEvent(from: &frame))
        case 64: self = .finding(try Finding(from: &frame))
        case 65: self = .called(try HostCall(from: &frame))
        case Self.clockKind: self = .clock(index: try frame.read(), time: try frame.read())
        case let kind: throw WireError("worker event \(kind)")
        }
        try frame.finish()
    }

    /// What the frame of a ``clock(index:time:)`` begins with.
    package static let clockKind: UInt8 = 66

    /// Most checkpoints of one run; more of them are an attack.
    package static let checkpointLimit = 64

    /// The longest frame either side sends or takes.
    package static let frameLimit = 192 * 1024
}

/// Misuse that harms nobody: the run's result stands, and the report names it.
package enum Strike: UInt8, Sendable, Equatable {
    /// The completion was called again after the extension itself had decided the run.
    case secondCompletion = 1

    /// The completion was called after the host had decided the run, or for an older run.
    case lateCompletion = 2

    /// A handle was stale, foreign or invented.
    case badHandle = 3

    /// It dropped a notification, which its manifest does not let it.
    case deniedDrop = 4

    /// It published a content that cannot be used; the one before it stands.
    case badCheckpoint = 5

    /// It answered a response with an option that is none.
    case badOption = 6
}

/// How long loading took, and what was chosen; from the worker, so advice only.
package struct LoadReport: Equatable, Sendable {
    /// The ABI version agreed on.
    package var version: UInt32

    /// Nanoseconds from the fork to the last layer before `dlopen`.
    package var sealing: UInt64

    /// Nanoseconds of `dlopen`, the extension's constructors included.
    package var loading: UInt64

    /// Nanoseconds of the extension's `start`.
    package var starting: UInt64

    /// What a content extension has functions for.
    package var abilities: ContentAbilities

    package init(
        version: UInt32,
        sealing: UInt64,
        loading: UInt64,
        starting: UInt64,
        abilities: ContentAbilities = []
    ) {
        self.version = version
        self.sealing = sealing
        self.loading = loading
        self.starting = starting
        self.abilities = abilities
    }

    func write(to frame: inout FrameWriter) {
        frame.write(version)
        frame.write(sealing)
        frame.write(loading)
        frame.write(starting)
        frame.write(abilities.rawValue)
    }

    init(from frame: inout FrameReader) throws(WireError) {
        version = try frame.read()
        sealing = try frame.read()
        loading = try frame.read()
        starting = try frame.read()
        abilities = ContentAbilities(rawValue: try frame.read())
    }
}

/// Why an extension could not be loaded.
package struct LoadFailure: Error, Equatable, Sendable {
    /// Where it stopped.
    package enum Stage: UInt8, Sendable {
        /// A layer of the sandbox could not be put in force: the host's fault.
        case sandbox = 1
        /// The file is not a shared library this machine can load.
        case elf = 2
        /// The dynamic linker refused it.
        case link = 3
        /// There is no usable `bf_extension_main`.
        case entry = 4
        /// The descriptor or a table is not one.
        case descriptor = 5
        /// No common ABI version.
        case abi = 6
        /// The descriptor's identity is not the manifest's.
        case identity = 7
        /// The extension's `start` refused.
        case start = 8
        /// The extension's constructors kept the sandbox from being closed behind them.
        case seal = 9
        /// The extension's code and data are more than its memory budget lets a worker have.
        case memory = 10
        /// A step of the worker's own set-up met a shortage of the machine's, before the extension.
        case shortage = 11

        /// Whether it is a stage of our own code, before the extension's first instruction.
        package var isBeforeExtension: Bool { self == .sandbox || self == .shortage }
    }

    package var stage: Stage

    /// What is wrong, where, and the way out, in one line.
    package var message: String

    package init(stage: Stage, message: String) {
        self.stage = stage
        self.message = message
    }

    init(from frame: inout FrameReader) throws(WireError) {
        guard let stage = Stage(rawValue: try frame.read()) else {
            throw WireError("unknown load stage")
        }
        self.stage = stage
        message = try frame.readText()
    }
}
