// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Why an extension is called for a notification, or is not.
package struct GateReport: Codable, Sendable, Equatable {
    /// The reason for not calling it; the raw values are stable.
    package enum Reason: String, Codable, Sendable, CaseIterable {
        /// The extension is not a service extension.
        case notService = "not_service"
        /// The notification is local.
        case notRemote = "not_remote"
        /// There is no text to show.
        case noAlert = "no_alert"
        /// The payload does not say that it may be changed.
        case notMutable = "not_mutable"
        /// The push is not of the type `alert`.
        case pushType = "push_type"
        /// The user does not let the app show alerts.
        case alertsDisabled = "alerts_disabled"
        /// The content extension does not draw the notification's category.
        case otherCategory = "other_category"
        /// The notification is longer than what an extension can be handed; no step asks for it.
        case tooLong = "too_long"
    }

    /// All steps in the order in which they are asked; none is skipped after a failure.
    package let steps: [GateStep]

    package init(steps: [GateStep]) {
        self.steps = steps
    }

    /// The step that decides against the call; nil when the extension is called.
    package var firstFailure: GateStep? {
        steps.first { !$0.passed }
    }

    /// The reason for not calling the extension; nil when it is called.
    package var reason: Reason? {
        switch firstFailure?.name {
        case nil: nil
        case .extensionPoint: .notService
        case .source: .notRemote
        case .alert: .noAlert
        case .mutableContent: .notMutable
        case .pushType: .pushType
        case .alertsEnabled: .alertsDisabled
        case .category: .otherCategory
        }
    }

    /// Whether the extension is called.
    package var isCalled: Bool { firstFailure == nil }
}
