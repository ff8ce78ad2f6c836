// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Whether the user lets an app notify at all.
public enum UNAuthorizationStatus: Int, Sendable {
    /// The user has not been asked.
    case notDetermined = 0
    /// The user has refused.
    case denied = 1
    /// The user has agreed.
    case authorized = 2
    /// The app may notify quietly, without having asked.
    case provisional = 3
    /// The app may notify for a limited time.
    case ephemeral = 4
}

extension UNAuthorizationStatus: NamedChoice {
    static var names: [(name: String, choice: Self)] {
        [
            ("notDetermined", .notDetermined), ("denied", .denied), ("authorized", .authorized),
            ("provisional", .provisional), ("ephemeral", .ephemeral),
        ]
    }
}
