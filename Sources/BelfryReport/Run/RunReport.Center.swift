// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension RunReport {
    /// What the extension did with its app's notification centre.
    package struct CenterSummary: Sendable, Codable, Equatable {
        /// How often it asked or told the centre something.
        package var questionCount: Int

        /// What it added, in order.
        package var added: [AddedRequest]

        /// The identifiers of what it removed and was there.
        package var removedPending: [String]
        package var removedDelivered: [String]

        /// The categories it set; nil when it set none.
        package var categories: [CategorySummary]?

        /// Whether they have effect; nil when it set none.
        package var categoriesApplied: Bool?

        /// The badge it set last; nil when it set none.
        package var badge: Int?

        /// What was refused, or cut, in words.
        package var problems: [String]

        /// How much besides is not listed.
        package var unlistedCount: Int

        package init(
            questionCount: Int,
            added: [AddedRequest],
            removedPending: [String],
            removedDelivered: [String],
            categories: [CategorySummary]? = nil,
            categoriesApplied: Bool? = nil,
            badge: Int? = nil,
            problems: [String],
            unlistedCount: Int
        ) {
            self.questionCount = questionCount
            self.added = added
            self.removedPending = removedPending
            self.removedDelivered = removedDelivered
            self.categories = categories
            self.categoriesApplied = categoriesApplied
            self.badge = badge
            self.problems = problems
            self.unlistedCount = unlistedCount
        }
    }

    /// A request that an extension added.
    package struct AddedRequest: Sendable, Codable, Equatable {
        package var identifier: String
        package var title: String

        /// `timeInterval`, `calendar` or `location`; nil for one that was delivered at once.
        package var trigger: String?

        package init(identifier: String, title: String, trigger: String? = nil) {
            self.identifier = identifier
            self.title = title
            self.trigger = trigger
        }
    }

    /// A category with its actions.
    package struct CategorySummary: Sendable, Codable, Equatable {
        package var identifier: String
        package var actions: [ActionSummary]

        package init(identifier: String, actions: [ActionSummary]) {
            self.identifier = identifier
            self.actions = actions
        }
    }

    /// A button.
    package struct ActionSummary: Sendable, Codable, Equatable {
        package var identifier: String
        package var title: String
        package var options: [String]

        /// Whether it takes a text.
        package var hasTextInput: Bool

        package init(identifier: String, title: String, options: [String], hasTextInput: Bool) {
            self.identifier = identifier
            self.title = title
            self.options = options
            self.hasTextInput = hasTextInput
        }
    }
}
