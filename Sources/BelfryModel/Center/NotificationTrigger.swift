// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// When a notification is delivered.
package enum NotificationTrigger: Sendable, Equatable {
    /// The system's, for a notification that came from a server.
    case push

    /// After so many seconds.
    case timeInterval(seconds: Double, repeats: Bool)

    /// At a date whose components match.
    case calendar(DateMatch, repeats: Bool)

    /// On entering or leaving a place.
    case location(Region, repeats: Bool)

    /// Components of a date; those that are absent match any.
    package struct DateMatch: Sendable, Equatable {
        /// The numbers by their names, such as `hour`.
        package var components: [String: Int]
        package var timeZone: String?
        package var calendar: String?

        package init(
            _ components: [String: Int],
            timeZone: String? = nil,
            calendar: String? = nil
        ) {
            self.components = components
            self.timeZone = timeZone
            self.calendar = calendar
        }

        /// The names there are: those of Foundation's DateComponents.
        package static let names = [
            "era", "year", "month", "day", "hour", "minute", "second", "nanosecond", "weekday",
            "weekdayOrdinal", "quarter", "weekOfMonth", "weekOfYear", "yearForWeekOfYear",
            "dayOfYear",
        ]
    }

    /// A circle on the map.
    package struct Region: Sendable, Equatable {
        package var identifier: String
        package var latitude: Double
        package var longitude: Double

        /// In metres.
        package var radius: Double

        /// Whether it fires when the device comes into the circle, and when it leaves it.
        package var notifiesOnEntry: Bool
        package var notifiesOnExit: Bool

        package init(
            identifier: String,
            latitude: Double,
            longitude: Double,
            radius: Double,
            notifiesOnEntry: Bool = true,
            notifiesOnExit: Bool = true
        ) {
            self.identifier = identifier
            self.latitude = latitude
            self.longitude = longitude
            self.radius = radius
            self.notifiesOnEntry = notifiesOnEntry
            self.notifiesOnExit = notifiesOnExit
        }
    }

    /// The kind, as documents and reports name it.
    package var kind: String {
        switch self {
        case .push: "push"
        case .timeInterval: "timeInterval"
        case .calendar: "calendar"
        case .location: "location"
        }
    }

    /// Whether it can fire at all, as far as that can be told without a calendar.
    package var canFire: Bool {
        switch self {
        case .push: true
        case .timeInterval(let seconds, let repeats): seconds > 0 && (!repeats || seconds >= 60)
        case .calendar(let match, _): !match.components.isEmpty
        case .location(let region, _): region.notifiesOnEntry || region.notifiesOnExit
        }
    }
}
