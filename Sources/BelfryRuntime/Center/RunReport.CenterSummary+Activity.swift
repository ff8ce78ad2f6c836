// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport

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
        self.init(
            identifier: request.identifier.inReport,
            title: request.content.title.inReport,
            trigger: request.trigger?.kind
        )
    }
}

extension RunReport.CategorySummary {
    init(_ category: NotificationCategory) {
        let actions = category.actions.map { action in
            RunReport.ActionSummary(
                identifier: action.identifier.inReport,
                title: action.title.inReport,
                options: action.options.words,
                hasTextInput: action.textInput != nil
            )
        }
        self.init(identifier: category.identifier.inReport, actions: actions)
    }
}

extension String {
    /// The text as a report lists it: safe to print, and not for ever.
    fileprivate var inReport: String { neutralised(byteLimit: 400) }
}
