// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// How alerts of an app are shown.
public enum UNAlertStyle: Int, Sendable {
    /// Not at all.
    case none = 0
    /// As a banner that goes by itself.
    case banner = 1
    /// As an alert that stays until it is dealt with.
    case alert = 2
}

extension UNAlertStyle: NamedChoice {
    static var names: [(name: String, choice: Self)] {
        [("none", .none), ("banner", .banner), ("alert", .alert)]
    }
}
