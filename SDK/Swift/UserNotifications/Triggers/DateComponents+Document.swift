// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

extension DateComponents {
    /// The components that travel, by their names.
    private static var members: [(name: String, path: WritableKeyPath<Self, Int?>)] {
        [
            ("era", \.era), ("year", \.year), ("month", \.month), ("day", \.day),
            ("hour", \.hour), ("minute", \.minute), ("second", \.second),
            ("nanosecond", \.nanosecond), ("weekday", \.weekday),
            ("weekdayOrdinal", \.weekdayOrdinal), ("quarter", \.quarter),
            ("weekOfMonth", \.weekOfMonth), ("weekOfYear", \.weekOfYear),
            ("yearForWeekOfYear", \.yearForWeekOfYear), ("dayOfYear", \.dayOfYear),
        ]
    }

    /// Reads the components from their document.
    init(document: Document) {
        self.init()
        for (name, path) in Self.members {
            self[keyPath: path] = document.number(name)?.intValue
        }
        timeZone = document.text("timeZone").flatMap(TimeZone.init(identifier:))
        calendar = document.text("calendar")
            .flatMap { NSCalendar(identifier: NSCalendar.Identifier(rawValue: $0)) }
            .map { $0 as Calendar }
    }

    /// The components as they travel.
    var document: Document {
        var document = Document()
        for (name, path) in Self.members {
            document.members[name] = self[keyPath: path]
        }
        document.members["timeZone"] = timeZone?.identifier
        document.members["calendar"] = calendar.map {
            ($0 as NSCalendar).calendarIdentifier.rawValue
        }
        return document
    }
}
