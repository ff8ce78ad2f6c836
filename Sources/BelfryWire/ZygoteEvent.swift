// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What a zygote, which never runs extension code, says to the host on its control socket.
package enum ZygoteEvent: Equatable, Sendable {
    /// It is set up: the layers in force, each with a word about it. The packet carries the
    /// listener at which its workers' forbidden system calls are heard of.
    case ready([LayerRecord])

    /// It could not be set up, for a shortage of the machine's or otherwise; the process ends.
    case failed(String, isShortage: Bool)

    /// A worker is forked. The packet carries, in this order, its pidfd, its container's directory,
    /// and its proxy's listener if `hasListener` says so. A container that is on disk is the host's
    /// to remove; any other goes with the worker.
    case spawned(worker: UInt64, isOnDisk: Bool, hasListener: Bool)

    /// A worker could not be forked, for a shortage of the machine's or otherwise.
    case spawnFailed(worker: UInt64, message: String, isShortage: Bool)

    /// A worker has ended.
    case exited(worker: UInt64, ProcessEnd)

    /// The event as a frame.
    package var frame: [UInt8] {
        var frame = FrameWriter()
        switch self {
        case .ready(let layers):
            frame.write(UInt8(1))
            frame.write(all: layers) { $1.write(to: &$0) }
        case .failed(let message, let isShortage):
            frame.write(UInt8(2))
            frame.write(message)
            frame.write(isShortage)
        case .spawned(let worker, let isOnDisk, let hasListener):
            frame.write(UInt8(3))
            frame.write(worker)
            frame.write(isOnDisk)
            frame.write(hasListener)
        case .spawnFailed(let worker, let message, let isShortage):
            frame.write(UInt8(4))
            frame.write(worker)
            frame.write(message)
            frame.write(isShortage)
        case .exited(let worker, let end):
            frame.write(UInt8(5))
            frame.write(worker)
            end.write(to: &frame)
        }
        return frame.bytes
    }

    /// Reads an event.
    package init(frame bytes: [UInt8]) throws(WireError) {
        var frame = FrameReader(bytes)
        switch try frame.read(UInt8.self) {
        case 1:
            self = .ready(
                try frame.readAll { reader throws(WireError) in try LayerRecord(from: &reader) }
            )
        case 2: self = .failed(try frame.readText(), isShortage: try frame.readBool())
        case 3:
            self = .spawned(
                worker: try frame.read(),
                isOnDisk: try frame.readBool(),
                hasListener: try frame.readBool()
            )
        case 4:
            self = .spawnFailed(
                worker: try frame.read(),
                message: try frame.readText(),
                isShortage: try frame.readBool()
            )
        case 5: self = .exited(worker: try frame.read(), try ProcessEnd(from: &frame))
        case let kind: throw WireError("zygote event \(kind)")
        }
        try frame.finish()
    }
}

/// One layer of the sandbox, whether it is in force, and why not or how far.
package struct LayerRecord: Equatable, Sendable {
    package var name: String
    package var isEnforced: Bool
    package var detail: String

    package init(name: String, isEnforced: Bool, detail: String) {
        self.name = name
        self.isEnforced = isEnforced
        self.detail = detail
    }

    func write(to frame: inout FrameWriter) {
        frame.write(name)
        frame.write(isEnforced)
        frame.write(detail)
    }

    init(from frame: inout FrameReader) throws(WireError) {
        name = try frame.readText()
        isEnforced = try frame.readBool()
        detail = try frame.readText()
    }
}

/// How a process ended and what it used (man 2 waitid, man 2 getrusage).
package struct ProcessEnd: Equatable, Sendable {
    /// The exit status, or the signal that ended it.
    package enum Cause: Equatable, Sendable {
        case exited(Int32)
        case signalled(Int32)
    }

    package var cause: Cause

    /// The status a worker ends with when its socket to the host is closed on its own side
    /// (EX_PROTOCOL of sysexits.h).
    package static let brokenSocketStatus: Int32 = 76

    /// CPU time in user mode and in the kernel, in nanoseconds.
    package var userTime: UInt64
    package var systemTime: UInt64

    /// The most memory that was ever resident, libraries included, in bytes.
    package var peakResidentByteCount: UInt64

    /// Page faults, minor and major: each brought in one page at most.
    package var faultCount: UInt64

    package init(
        cause: Cause,
        userTime: UInt64,
        systemTime: UInt64,
        peakResidentByteCount: UInt64 = 0,
        faultCount: UInt64 = 0
    ) {
        self.cause = cause
        self.userTime = userTime
        self.systemTime = systemTime
        self.peakResidentByteCount = peakResidentByteCount
        self.faultCount = faultCount
    }

    func write(to frame: inout FrameWriter) {
        switch cause {
        case .exited(let status):
            frame.write(UInt8(0))
            frame.write(status)
        case .signalled(let signal):
            frame.write(UInt8(1))
            frame.write(signal)
        }
        frame.write(userTime)
        frame.write(systemTime)
        frame.write(peakResidentByteCount)
        frame.write(faultCount)
    }

    init(from frame: inout FrameReader) throws(WireError) {
        switch try frame.read(UInt8.self) {
        case 0: cause = .exited(try frame.read())
        case 1: cause = .signalled(try frame.read())
        case let kind: throw WireError("process end \(kind)")
        }
        userTime = try frame.read()
        systemTime = try frame.read()
        peakResidentByteCount = try frame.read()
        faultCount = try frame.read()
    }
}
