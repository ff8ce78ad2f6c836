// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// One question on the way to an extension, with its answer.
package struct GateStep: Codable, Sendable, Equatable {
    /// Which question it is; the raw values are stable.
    package enum Name: String, Codable, Sendable, CaseIterable {
        /// Whether the extension is of the kind that is asked.
        case extensionPoint = "extension_point"
        /// Whether the notification came as a push.
        case source
        /// Whether there is text to show.
        case alert
        /// Whether the payload may be changed.
        case mutableContent = "mutable_content"
        /// Whether the push is of the type `alert`.
        case pushType = "push_type"
        /// Whether the user lets the app show it.
        case alertsEnabled = "alerts_enabled"
        /// Whether a content extension draws the notification's category.
        case category
    }

    /// Which question it is.
    package let name: Name

    /// The question in words.
    package let question: String

    /// The value that decides it, as found.
    package let found: String

    /// Whether the answer lets the extension be called.
    package let passed: Bool

    /// What to do about a failed step; nil when it passed.
    package let fix: String?

    package init(name: Name, question: String, found: String, passed: Bool, fix: String) {
        self.name = name
        self.question = question
        self.found = found
        self.passed = passed
        self.fix = passed ? nil : fix
    }
}
