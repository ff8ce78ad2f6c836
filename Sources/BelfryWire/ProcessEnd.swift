// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// How a process ended and what it used (man 2 waitid, man 2 getrusage).
package struct ProcessEnd: Equatable, Sendable {
    /// The exit status, or the signal that ended it.
    package enum Cause: Equatable, Sendable {
        case exited(Int32)
        case signalled(Int32)

        /// What the cause begins with in a frame.
        package enum Kind: UInt8, CaseIterable, Sendable {
            case exited = 0
            case signalled = 1
        }
    }

    /// How it ended.
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
            frame.write(Cause.Kind.exited)
            frame.write(status)
        case .signalled(let signal):
            frame.write(Cause.Kind.signalled)
            frame.write(signal)
        }
        frame.write(userTime)
        frame.write(systemTime)
        frame.write(peakResidentByteCount)
        frame.write(faultCount)
    }

    init(from frame: inout FrameReader) throws(WireError) {
        switch try frame.readKind(Cause.Kind.self, of: "process end") {
        case .exited: cause = .exited(try frame.read())
        case .signalled: cause = .signalled(try frame.read())
        }
        userTime = try frame.read()
        systemTime = try frame.read()
        peakResidentByteCount = try frame.read()
        faultCount = try frame.read()
    }
}
