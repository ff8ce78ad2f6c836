// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// When an alarm on a CPU clock is to ring, and what the kernel's timer is set to for it.
///
/// A run sets its worker's alarm as it begins and as it is decided, each time later than before and long
/// before the clock comes to it. So the kernel's timer stays where it is while that is early enough, and
/// is set to the alarm's reading once it rings: by then that is either still to come, or the timer rings
/// again at once.
struct CPUAlarmSetting {
    /// The reading at which the alarm rings; nil where it has rung.
    private var due: UInt64?

    /// The reading that the kernel's timer is set to; nil where it has rung.
    private var armed: UInt64?

    /// What is to be done.
    enum Step: Equatable {
        case none
        /// The alarm rings.
        case ring
        /// The kernel's timer is set to this reading.
        case arm(UInt64)
    }

    /// Sets the alarm to a reading of the clock, in nanoseconds.
    mutating func set(to reading: UInt64) -> Step {
        due = reading
        if let armed, armed <= reading { return .none }
        armed = reading
        return .arm(reading)
    }

    /// The kernel's timer rings.
    ///
    /// - Parameter cpu: The clock now.
    /// - Returns: Whether the alarm rings, or the timer is set anew.
    mutating func timerRang(at cpu: UInt64) -> Step {
        armed = nil
        let step = look(at: cpu)
        guard step == .none, let due else { return step }
        armed = due
        return .arm(due)
    }

    /// Somebody looks at the clock.
    ///
    /// - Parameter cpu: The clock now.
    /// - Returns: Whether the alarm rings.
    mutating func look(at cpu: UInt64) -> Step {
        guard let due, cpu >= due else { return .none }
        self.due = nil
        return .ring
    }
}
