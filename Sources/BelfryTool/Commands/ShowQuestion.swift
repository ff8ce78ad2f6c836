// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What `belfry show` is asked for: what a content extension draws, or a notification of the daemon's.
///
/// How many arguments there are tells the two apart: a bundle comes with a payload, a notification's
/// number stands alone.
package enum ShowQuestion: Equatable {
    /// What a content extension draws for a payload.
    case drawing(bundle: String, payload: String)

    /// A notification that the daemon keeps.
    case notification(NotificationNumber)

    /// A question, and what is to be said of another way to read it.
    package struct Reading: Equatable {
        package var question: ShowQuestion
        package var note: String?
    }

    /// Reads the arguments.
    ///
    /// - Parameters:
    ///   - arguments: As they were typed.
    ///   - isDirectory: Whether a path leads to a directory.
    /// - Returns: The question.
    /// - Throws: ``ToolFailure`` that says what was expected.
    package static func reading(
        of arguments: [String],
        isDirectory: (String) -> Bool
    ) throws(ToolFailure) -> Reading {
        let first = arguments.first ?? ""
        switch arguments.count {
        case 2: return Reading(question: .drawing(bundle: first, payload: arguments[1]))
        case 1:
            guard let number = NotificationNumber(argument: first) else {
                throw ToolFailure(
                    isDirectory(first)
                        ? "\(first) is a bundle: say which payload, as in `belfry show BUNDLE PAYLOAD`"
                        : "\(first) is no notification's number; expected \(usage)",
                    .usage
                )
            }
            let note =
                isDirectory(first)
                ? "\(first) is a directory too; with a payload that is meant" : nil
            return Reading(question: .notification(number), note: note)
        default: throw ToolFailure("expected \(usage)", .usage)
        }
    }

    private static let usage =
        "`belfry show BUNDLE PAYLOAD` to have a content extension draw, or `belfry show ID` for a "
        + "notification of the daemon's, which `belfry list` numbers"
}
