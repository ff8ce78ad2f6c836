// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryReport

/// What `belfry explain` is asked: about an extension and a payload, a verdict, or a notification.
///
/// A bundle is a directory that is there; a verdict is a name of the reference. What is both is
/// taken as what the number of arguments says, and the other reading is told.
package enum ExplainQuestion: Equatable {
    /// Whether the extension would be called for the payload.
    case gate(bundle: String, payload: String)

    /// What names of the reference mean.
    case verdict([VerdictTopic])

    /// Why a notification of the daemon's came out as it did.
    case notification(NotificationNumber)

    /// A question, and what is to be said of another way to read it.
    package struct Reading: Equatable {
        package var question: ExplainQuestion
        package var note: String?
    }

    /// Reads the arguments.
    ///
    /// - Parameters:
    ///   - arguments: As they were typed, one or two.
    ///   - isDirectory: Whether a path leads to a directory.
    /// - Returns: The question.
    /// - Throws: ``ToolFailure`` that says what was expected.
    package static func reading(
        of arguments: [String],
        isDirectory: (String) -> Bool
    ) throws(ToolFailure) -> Reading {
        // As a screen shows it, `fallback: timeout`, a verdict is two words.
        let name = arguments.joined(separator: arguments.count > 1 ? ":" : "")
            .replacing("::", with: ":")
        let topics = VerdictReference.topics(named: name)
        let first = arguments.first ?? ""
        if arguments.count == 1, let number = NotificationNumber(argument: first) {
            let note = isDirectory(first) ? "\(first) is a directory too; write ./\(first)" : nil
            return Reading(question: .notification(number), note: note)
        }
        switch (arguments.count, isDirectory(first)) {
        case (1, true) where topics.isEmpty:
            throw ToolFailure("\(first) is a bundle: say which payload, as in \(usage)", .usage)
        case (1, let isBundle) where !topics.isEmpty:
            let other = isBundle ? "\(first) is a directory too; with a payload that is meant" : nil
            return Reading(question: .verdict(topics), note: other ?? ambiguity(name, topics))
        case (2, true):
            let note = topics.isEmpty ? nil : "\(name) is a verdict too; it is explained by itself"
            return Reading(question: .gate(bundle: first, payload: arguments[1]), note: note)
        case (2, false) where !topics.isEmpty:
            return Reading(question: .verdict(topics))
        case (2, false) where VerdictTopic.Kind.allCases.allSatisfy({ !isWord($0, first) }):
            // A bundle that is missing is said by who opens it.
            return Reading(question: .gate(bundle: first, payload: arguments[1]))
        case (1...2, _): throw unknown(name)
        default: throw ToolFailure("expected \(usage)", .usage)
        }
    }

    private static let usage =
        "`belfry explain BUNDLE PAYLOAD`, `belfry explain VERDICT`, `belfry explain ID` or "
        + "`belfry explain --verdicts`"

    /// What is to be said of a reason that is several things.
    private static func ambiguity(_ name: String, _ topics: [VerdictTopic]) -> String? {
        guard Set(topics.map(\.kind)).count > 1 else { return nil }
        return "\(name) is several things: " + topics.map(\.name).joined(separator: ", ")
    }

    private static func isWord(_ kind: VerdictTopic.Kind, _ text: String) -> Bool {
        text.lowercased().replacing(":", with: "") == kind.rawValue.lowercased()
    }

    private static func unknown(_ name: String) -> ToolFailure {
        let near = VerdictReference.names(near: name)
        let way =
            near.isEmpty
            ? "belfry explain --verdicts lists them" : near.joined(separator: ", ") + "?"
        return ToolFailure("\(name): neither a bundle nor a verdict; \(way)", .usage)
    }
}
