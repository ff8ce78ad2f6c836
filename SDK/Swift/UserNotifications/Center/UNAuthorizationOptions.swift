// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What an app asks the user to let it do.
public struct UNAuthorizationOptions: OptionSet, Sendable {
    /// The options as bits.
    public let rawValue: UInt

    /// Holds the options of the bits.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// To set the number on the app's icon.
    public static let badge = Self(rawValue: 1)
    /// To play sounds.
    public static let sound = Self(rawValue: 2)
    /// To show alerts.
    public static let alert = Self(rawValue: 4)
    /// To be shown in a car.
    public static let carPlay = Self(rawValue: 8)
    /// To play the sounds of critical alerts on a muted device.
    public static let criticalAlert = Self(rawValue: 16)
    /// To show settings of the app's own.
    public static let providesAppNotificationSettings = Self(rawValue: 32)
    /// To notify quietly, without the user being asked.
    public static let provisional = Self(rawValue: 64)
    /// To be read aloud; of no effect since iOS 15.
    public static let announcement = Self(rawValue: 128)
    /// To break through; an entitlement since iOS 15.
    public static let timeSensitive = Self(rawValue: 256)
}

extension UNAuthorizationOptions: NamedOptions {
    static var names: [(name: String, option: Self)] {
        [
            ("badge", .badge), ("sound", .sound), ("alert", .alert), ("carPlay", .carPlay),
            ("criticalAlert", .criticalAlert),
            ("providesAppNotificationSettings", .providesAppNotificationSettings),
            ("provisional", .provisional), ("announcement", .announcement),
            ("timeSensitive", .timeSensitive),
        ]
    }
}
