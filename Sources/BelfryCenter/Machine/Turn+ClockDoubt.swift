// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Whether what is old by the clock is old.
///
/// A clock that went far forward may be wrong, and what is forgotten by it is gone for good. So nothing
/// goes for its age until such a clock has gone on for a day. What a sender's date ends is not held back:
/// that may have passed, and nobody wants to see it then.
extension Turn {
    /// Notes that the clock was set: forward by far begins a doubt, and back by as much ends it.
    ///
    /// The day passes as time does, so that its end moves along with the clock. It begins once, whatever
    /// the clock does within it: a machine whose clock is far behind at each start would else forget
    /// nothing.
    ///
    /// - Parameter milliseconds: How far it was set, negative for backward.
    /// - Throws: The store's error.
    mutating func noteLeap(of milliseconds: Int64) throws {
        var doubt = try transaction.device().clockDoubt
        // One that is over says nothing of a time before its end.
        if let known = doubt, known.end <= now + -milliseconds { doubt = nil }
        let lead = (UnixTime(milliseconds: doubt?.lead ?? 0) + milliseconds).milliseconds
        let end = doubt.map { $0.end + milliseconds } ?? now + policy.retention.doubtMilliseconds
        let isFar = lead > policy.retention.leapMilliseconds
        try put(isFar ? VirtualDevice.ClockDoubt(end: end, lead: lead) : nil)
    }

    /// Notes that a process begins: a time long after the last event may be a wrong clock's.
    ///
    /// A doubt that began before the process ended is not followed by another one: the machine may be on
    /// for an hour a week, and its clock was as late the last time.
    ///
    /// - Parameter last: When the last event was.
    /// - Throws: The store's error.
    mutating func noteStart(after last: UnixTime) throws {
        guard now - last > policy.retention.leapMilliseconds else { return }
        if let doubt = try transaction.device().clockDoubt, last < doubt.end { return }
        try put(
            VirtualDevice.ClockDoubt(
                end: now + policy.retention.doubtMilliseconds,
                lead: now - last
            )
        )
    }

    private mutating func put(_ doubt: VirtualDevice.ClockDoubt?) throws {
        guard try transaction.device().clockDoubt != doubt else { return }
        try changeDevice { $0.clockDoubt = doubt }
    }

    /// The time before which things are older than so many milliseconds; before all of them while the
    /// clock is in doubt.
    func cutoff(_ milliseconds: Int64) throws -> UnixTime {
        if let doubt = try transaction.device().clockDoubt, now < doubt.end {
            return UnixTime(milliseconds: .min)
        }
        return now + -milliseconds
    }
}
