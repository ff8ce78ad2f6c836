// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

extension DateComponents {
    /// The first date after another that has these components.
    ///
    /// It is reckoned in the components' calendar and time zone, or else the user's, by Apple's
    /// policy: for a day or a time that there is not, the next one counts, with the smaller
    /// components as they are. So 29 February is 1 March in other years, the 31st the 1st, and 2:30
    /// is 3:30 where the clock is put forward. Where it is put back, the first of two counts.
    ///
    /// - Parameter date: The date to look from.
    /// - Returns: The date; nil where none will come, as for a year that has passed, and where no
    ///   component is given.
    func nextMatch(after date: Date) -> Date? {
        var calendar = calendar ?? .current
        calendar.timeZone = timeZone ?? calendar.timeZone
        let wanted = withoutSurroundings
        guard wanted != DateComponents() else { return nil }
        return calendar.nextDate(
            after: date,
            matching: wanted,
            matchingPolicy: .nextTimePreservingSmallerComponents,
            repeatedTimePolicy: .first,
            direction: .forward
        )
    }

    /// The components alone: a calendar or a time zone among them is taken for something to match.
    private var withoutSurroundings: Self {
        var components = self
        components.calendar = nil
        components.timeZone = nil
        return components
    }
}
