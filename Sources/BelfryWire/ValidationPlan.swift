// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// How a validating worker treats its extension.
package struct ValidationPlan: Equatable, Sendable {
    /// How long a call of the host's table is held up while it comes from `did_receive`, in
    /// nanoseconds.
    package var callDelay: UInt64

    /// How many calls `did_receive` has made before a notice of the host's gets through to the
    /// extension.
    package var callsBeforeNotice: UInt32

    package init(callDelay: UInt64 = 0, callsBeforeNotice: UInt32 = 0) {
        self.callDelay = callDelay
        self.callsBeforeNotice = callsBeforeNotice
    }

    func write(to frame: inout FrameWriter) {
        frame.write(callDelay)
        frame.write(callsBeforeNotice)
    }

    init(from frame: inout FrameReader) throws(WireError) {
        callDelay = try frame.read()
        callsBeforeNotice = try frame.read()
    }
}
