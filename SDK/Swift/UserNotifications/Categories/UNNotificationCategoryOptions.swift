// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// How notifications of a category behave.
public struct UNNotificationCategoryOptions: OptionSet, Sendable {
    /// The options as bits.
    public let rawValue: UInt

    /// Holds the options of the bits.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// The app is told when the user dismisses the notification.
    public static let customDismissAction = Self(rawValue: 1)
    /// The notification may be shown in a car.
    public static let allowInCarPlay = Self(rawValue: 2)
    /// The title is shown even where previews are hidden.
    public static let hiddenPreviewsShowTitle = Self(rawValue: 4)
    /// The subtitle is shown even where previews are hidden.
    public static let hiddenPreviewsShowSubtitle = Self(rawValue: 8)
    /// The notification may be read aloud; of no effect since iOS 15.
    public static let allowAnnouncement = Self(rawValue: 16)
}

extension UNNotificationCategoryOptions: NamedOptions {
    static var names: [(name: String, option: Self)] {
        [
            ("customDismissAction", .customDismissAction),
            ("allowInCarPlay", .allowInCarPlay),
            ("hiddenPreviewsShowTitle", .hiddenPreviewsShowTitle),
            ("hiddenPreviewsShowSubtitle", .hiddenPreviewsShowSubtitle),
            ("allowAnnouncement", .allowAnnouncement),
        ]
    }
}
