// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The Focus that goes on and off by a schedule.
extension Turn {
    /// Has Do Not Disturb go on and off by itself, or no more.
    ///
    /// Where the new schedule is on and the one before it was off, or the other way round, that is a
    /// switch. Without a schedule all stays as it is.
    ///
    /// - Parameter schedule: When; nil for never.
    /// - Throws: The store's error.
    package mutating func setFocusSchedule(_ schedule: FocusSchedule?) throws {
        try changeDevice { device in
            var schedule = schedule
            if let known = device.focusSchedule { schedule?.isOn = known.isOn }
            device.focusSchedule = schedule
        }
        try followFocusSchedule()
    }

    /// Switches the Focus where the schedule has it switch, and finds the next time.
    ///
    /// What the user has set stands until then: a switch that has been done once is not done again. A
    /// clock that was set, and another time zone, are a switch where the schedule is on by the one and off
    /// by the other.
    ///
    /// - Parameter isDue: Whether the time of a switch has come; where several have, the last one counts.
    /// - Throws: The store's error.
    package mutating func followFocusSchedule(isDue: Bool = false) throws {
        let device = try transaction.device()
        guard var schedule = device.focusSchedule else { return }
        let hours = FocusHours(schedule, around: now, in: timeZone)
        let isOn = hours.contain(now)
        let isSwitched = isDue || isOn != schedule.isOn
        schedule.isOn = isOn
        schedule.due = hours.next(after: now)
        var focus = device.focus
        if isSwitched, isOn {
            focus = device.focus(named: FocusSchedule.name)
        } else if isSwitched, focus?.name == FocusSchedule.name {
            focus = nil
        }
        guard schedule != device.focusSchedule || focus != device.focus else { return }
        let (newSchedule, newFocus) = (schedule, focus)
        try changeDevice { device in
            device.focusSchedule = newSchedule
            device.focus = newFocus
        }
    }

    /// Sets which Focuses let an app through, whether they are on or off.
    ///
    /// - Parameters:
    ///   - letsThrough: By the name of a Focus, whether it does; the others stay as they are.
    ///   - app: The app.
    /// - Throws: ``CenterError`` for an app that is not installed, and the store's error.
    package mutating func setFocuses(_ letsThrough: [String: Bool], of app: String) throws {
        let identifier = try self.app(app).identifier
        try changeDevice { device in
            for (name, isLetThrough) in letsThrough.sorted(by: { $0.key < $1.key }) {
                device.set(identifier, isLetThrough: isLetThrough, by: name)
            }
        }
    }

    /// Does what the schedule has due.
    ///
    /// - Throws: The store's error.
    package mutating func switchFocus() throws {
        guard let due = try transaction.device().focusSchedule?.due, due <= now else { return }
        try followFocusSchedule(isDue: true)
    }
}
