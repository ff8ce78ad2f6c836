// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The device that notifications are presented on; its state decides where.
package struct VirtualDevice: Codable, Equatable, Sendable {
    /// Whether somebody can see the screen and whether protected files can be read.
    package enum Lock: String, Codable, Sendable, CaseIterable {
        /// Started and never unlocked: protected files and keys cannot be read.
        case beforeFirstUnlock
        case locked
        case unlocked
    }

    /// What is connected to the device, and brings notifications to the user too.
    package enum Accessory: String, Codable, Sendable, CaseIterable {
        case carPlay, headphones
    }

    /// A Focus, on or off.
    package struct Focus: Codable, Equatable, Sendable {
        package var name: String

        /// Apps whose notifications come through.
        package var allowedApps: Set<String>

        /// The `filterCriteria` that come through of an app that does; nil for no app's.
        ///
        /// An app that is not named has no filter.
        package var filters: [String: Set<String>]?

        package init(
            name: String,
            allowedApps: Set<String> = [],
            filters: [String: Set<String>]? = nil
        ) {
            self.name = name
            self.allowedApps = allowedApps
            self.filters = filters
        }

        /// Lets an app through, or no more than any other one: then it has no filter either.
        mutating func set(_ app: String, isLetThrough: Bool) {
            if isLetThrough {
                allowedApps.insert(app)
            } else {
                allowedApps.remove(app)
                filters?[app] = nil
            }
        }
    }

    /// Where the device is, in degrees.
    package struct Position: Codable, Equatable, Sendable {
        package var latitude: Double
        package var longitude: Double

        package init(latitude: Double, longitude: Double) {
            self.latitude = latitude
            self.longitude = longitude
        }
    }

    /// A clock that may be wrong, as it went far forward at once.
    package struct ClockDoubt: Codable, Equatable, Sendable {
        /// When it is taken to be right.
        package var end: UnixTime

        /// By how many milliseconds it is ahead, if it is wrong.
        package var lead: Int64

        package init(end: UnixTime, lead: Int64) {
            self.end = end
            self.lead = lead
        }
    }

    /// What pushes are addressed to.
    package var token: String

    /// Whether it is locked, and whether it was ever unlocked since it started.
    package var lock: Lock

    /// The app whose window is in front; nil for none.
    package var foregroundApp: String?

    /// The Focus that is on; nil for none.
    ///
    /// What it lets through stays known when it goes off.
    package var focus: Focus? {
        didSet { keep(oldValue) }
    }

    /// Focuses that are off and let an app through, the one that was changed last at the end; nil for
    /// none, as in what an earlier version stored.
    package internal(set) var keptFocuses: [Focus]?

    /// When Do Not Disturb goes on and off by itself; nil for never, as in what an earlier version stored.
    package var focusSchedule: FocusSchedule?

    /// Whether the mute switch is on.
    package var isMuted: Bool

    /// What is connected to it; nil for nothing, as in what an earlier version stored.
    package var accessories: Set<Accessory>?

    /// The minutes of the day at which the scheduled summary comes, ascending; empty for no summary.
    package var summaryMinutes: [Int]

    /// Where it is; nil while that is not known, so that no place is entered or left.
    package var position: Position?

    /// The time zone that the triggers were last reckoned in.
    package var timeZone: String

    /// The dates that a change of the zone passed over and that have not fired yet, by the generations of
    /// their requests: what clocks show then, as the time at which those of GMT show it.
    ///
    /// It is nil in what an earlier version stored. Requests that are gone may be in it.
    package var passedDates: [Int: UnixTime]?

    /// Why nothing goes for its age until its end, which may have passed; nil where the clock never went
    /// far forward, or was put right since, and in what an earlier version stored.
    package var clockDoubt: ClockDoubt?

    package init(
        token: String = "device",
        lock: Lock = .unlocked,
        foregroundApp: String? = nil,
        focus: Focus? = nil,
        isMuted: Bool = false,
        summaryMinutes: [Int] = [],
        position: Position? = nil,
        timeZone: String = "UTC"
    ) {
        self.token = token
        self.lock = lock
        self.foregroundApp = foregroundApp
        self.focus = focus
        self.isMuted = isMuted
        self.summaryMinutes = summaryMinutes
        self.position = position
        self.timeZone = timeZone
    }

    /// Whether its user finds it otherwise than it was.
    ///
    /// A Focus that goes on or off has an event of its own, and so has the clock.
    func looksOther(than old: VirtualDevice) -> Bool {
        var before = old
        before.timeZone = timeZone
        before.passedDates = passedDates
        before.clockDoubt = clockDoubt
        if before.focus?.name != focus?.name {
            before.focus = focus
            before.keptFocuses = keptFocuses
        }
        if let schedule = focusSchedule {
            before.focusSchedule?.due = schedule.due
            before.focusSchedule?.isOn = schedule.isOn
        }
        return self != before
    }

    /// Forgets an app that is removed.
    mutating func forget(_ app: String) {
        if foregroundApp == app { foregroundApp = nil }
        for focus in focuses { set(app, isLetThrough: false, by: focus.name) }
    }
}
