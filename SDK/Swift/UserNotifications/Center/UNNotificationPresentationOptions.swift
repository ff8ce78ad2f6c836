// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// How a notification is shown that arrives while its app is in front.
public struct UNNotificationPresentationOptions: OptionSet, Sendable {
    /// The options as bits.
    public let rawValue: UInt

    /// Holds the options of the bits.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// With its number on the app's icon.
    public static let badge = Self(rawValue: 1)
    /// With its sound.
    public static let sound = Self(rawValue: 2)
    /// As an alert; since iOS 14, `list` and `banner`.
    public static let alert = Self(rawValue: 4)
    /// In Notification Center.
    public static let list = Self(rawValue: 8)
    /// As a banner.
    public static let banner = Self(rawValue: 16)
}

extension UNNotificationPresentationOptions: NamedOptions {
    static var names: [(name: String, option: Self)] {
        [
            ("badge", .badge), ("sound", .sound), ("alert", .alert), ("list", .list),
            ("banner", .banner),
        ]
    }
}
