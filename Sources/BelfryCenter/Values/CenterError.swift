// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Why the centre does not do what it is asked; nothing has changed then.
package struct CenterError: Error, Equatable, CustomStringConvertible {
    /// What kind of failure it is; the raw values are stable.
    package struct Code: RawRepresentable, Hashable, Sendable {
        package let rawValue: String

        package init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The app is not installed.
        package static let unknownApp = Code(rawValue: "unknown_app")
        /// The user does not let the app notify, or was never asked.
        package static let notAllowed = Code(rawValue: "not_allowed")
        /// The request has a trigger that never fires.
        package static let noDate = Code(rawValue: "no_date")
        /// The request has nothing to show, to play or to put on the icon.
        package static let noContent = Code(rawValue: "no_content")
        /// A file that the request shows cannot be taken.
        package static let attachment = Code(rawValue: "attachment")
        /// The notification has no such action, or the action takes no text.
        package static let noAction = Code(rawValue: "no_action")
        /// A device's name cannot be one.
        package static let invalidName = Code(rawValue: "invalid_name")
        /// A category has a text that is too long.
        package static let invalidCategory = Code(rawValue: "invalid_category")
        /// The badge is negative.
        package static let invalidBadge = Code(rawValue: "invalid_badge")
        /// There are as many pending requests of the app, or devices, as there may be.
        package static let limit = Code(rawValue: "limit")
        /// Somebody else changed the value first.
        package static let conflict = Code(rawValue: "conflict")
        /// There is no such notification, response, sink, device or push.
        package static let notFound = Code(rawValue: "not_found")
        /// The notification is in a state in which this cannot be done.
        package static let wrongState = Code(rawValue: "wrong_state")
        /// The database has a schema that this version does not know.
        package static let newerSchema = Code(rawValue: "newer_schema")
        /// The database is damaged, or the file is something else.
        package static let damaged = Code(rawValue: "damaged")
        /// Another process has the database open.
        package static let inUse = Code(rawValue: "in_use")
        /// The disk is full.
        package static let full = Code(rawValue: "full")
        /// Reading or writing failed.
        package static let storage = Code(rawValue: "storage")
    }

    /// What kind of failure it is.
    package let code: Code

    /// What failed, where, and what to do about it.
    package let message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    package var description: String { message }

    /// Whether the same may be done later: the store could not be read or written.
    package var isPassing: Bool { [.full, .storage, .inUse].contains(code) }
}
