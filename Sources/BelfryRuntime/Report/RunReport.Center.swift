// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

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

        /// What was refused, in words.
        package var problems: [String]

        /// How much besides is not listed.
        package var unlistedCount: Int
    }

    /// A request that an extension added.
    package struct AddedRequest: Sendable, Codable, Equatable {
        package var identifier: String
        package var title: String

        /// `timeInterval`, `calendar` or `location`; nil for one that was delivered at once.
        package var trigger: String?
    }

    /// A category with its actions.
    package struct CategorySummary: Sendable, Codable, Equatable {
        package var identifier: String
        package var actions: [ActionSummary]
    }

    /// A button.
    package struct ActionSummary: Sendable, Codable, Equatable {
        package var identifier: String
        package var title: String
        package var options: [String]

        /// Whether it takes a text.
        package var hasTextInput: Bool
    }
}

extension RunReport.CenterSummary {
    /// What there is to say; nil when the extension never asked.
    init?(_ activity: CenterActivity, isApplied: Bool) {
        guard activity.questionCount > 0 else { return nil }
        self.init(
            questionCount: activity.questionCount,
            added: activity.added.map(RunReport.AddedRequest.init),
            removedPending: activity.removedPending.map(\.inReport),
            removedDelivered: activity.removedDelivered.map(\.inReport),
            categories: activity.categories.map { $0.map(RunReport.CategorySummary.init) },
            categoriesApplied: activity.categories.map { _ in isApplied },
            badge: activity.badge,
            problems: activity.problems.map(\.inReport),
            unlistedCount: activity.unlistedCount
        )
    }
}

extension RunReport.AddedRequest {
    fileprivate init(_ request: NotificationRequest) {
        identifier = request.identifier.inReport
        title = request.content.title.inReport
        trigger = request.trigger?.kind
    }
}

extension RunReport.CategorySummary {
    init(_ category: NotificationCategory) {
        identifier = category.identifier.inReport
        actions = category.actions.map { action in
            RunReport.ActionSummary(
                identifier: action.identifier.inReport,
                title: action.title.inReport,
                options: action.options.words,
                hasTextInput: action.textInput != nil
            )
        }
    }
}

extension String {
    /// The text as a report lists it: safe to print, and not for ever.
    fileprivate var inReport: String { neutralised(byteLimit: 400) }
}
