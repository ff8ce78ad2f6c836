// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// How a notification's action behaves.
public struct UNNotificationActionOptions: OptionSet, Sendable {
    /// The options as bits.
    public let rawValue: UInt

    /// Holds the options of the bits.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// The action needs an unlocked device.
    public static let authenticationRequired = Self(rawValue: 1)
    /// The action is shown as one that destroys something.
    public static let destructive = Self(rawValue: 2)
    /// The action brings the app to the front.
    public static let foreground = Self(rawValue: 4)
}

extension UNNotificationActionOptions: NamedOptions {
    static var names: [(name: String, option: Self)] {
        [
            ("authenticationRequired", .authenticationRequired),
            ("destructive", .destructive),
            ("foreground", .foreground),
        ]
    }
}
