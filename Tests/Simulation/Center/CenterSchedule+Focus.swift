// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter

/// Do Not Disturb, by its hours and by hand.
extension CenterSchedule {
    /// Gives Do Not Disturb hours that begin or end within minutes, or switches it by hand.
    func changeFocus() throws {
        guard random.once(in: 4) else {
            let from = (Self.minute(of: clock) + 1438 + random.below(5)) % 1440
            let hours = FocusSchedule(from: from, to: (from + 1 + random.below(3)) % 1440)
            try center.perform { try $0.setFocusSchedule(hours) }
            return try checkFocus()
        }
        isFocusByHand = true
        let focus = VirtualDevice.Focus(name: FocusSchedule.name, allowedApps: [])
        let isOn = random.once(in: 2)
        try center.perform { turn in
            try turn.changeDevice { $0.focus = isOn ? focus : nil }
        }
    }

    /// The minute of the user's day.
    ///
    /// All schedules are in a March, before the summer time of Berlin begins.
    static func minute(of clock: VirtualClock) -> Int {
        (Int(clock.now.seconds) / 60 + (clock.timeZone == "UTC" ? 0 : 60)) % 1440
    }

    /// What holds once the centre has looked at the clock: Do Not Disturb is on in its hours and off outside
    /// of them, unless it was switched by hand, and is due to be switched when they begin or end next.
    func checkFocus() throws {
        let device = try store.inner.read { try $0.device() }
        guard let hours = device.focusSchedule else { return }
        let minute = Self.minute(of: clock)
        let isOn = (minute - hours.from + 1440) % 1440 < (hours.to - hours.from + 1440) % 1440
        let left = ((isOn ? hours.to : hours.from) - minute + 1439) % 1440 + 1
        let due = UnixTime(seconds: Double((Int(clock.now.seconds) / 60 + left) * 60))
        guard hours.isOn == isOn, hours.due == due else {
            throw BrokenPromise("in minute \(minute), due at \(due.seconds), there is \(hours)")
        }
        guard isFocusByHand || (device.focus != nil) == isOn else {
            throw BrokenPromise("in minute \(minute) of \(hours) the Focus is not as they say")
        }
    }
}
