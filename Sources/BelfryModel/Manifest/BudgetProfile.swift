// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// A set of budgets by name, such as `ios-small`.
package enum BudgetProfile: String, Sendable, CaseIterable {
    /// What iOS gives a service extension on a current device: 30 s and 24 MB. The default.
    case ios
    /// What it gives on devices with little memory: 12 MB.
    case iosSmall = "ios-small"
    /// As `ios`, with 10 s to start: machines of a test farm are shared, and a slow start of theirs
    /// says nothing about the extension.
    case ci

    /// The names, for an error.
    package static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}
