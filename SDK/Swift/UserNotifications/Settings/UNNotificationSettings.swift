// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// What the user lets an app do.
// Unchecked only because the class is open, as Apple's is: its one stored property is a constant.
open class UNNotificationSettings: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    private let values: Values

    /// Whether the class stands up to archives that were tampered with.
    open class var supportsSecureCoding: Bool { true }

    /// Reads the settings from an archive.
    public required convenience init?(coder: NSCoder) {
        guard let document = Document(coder: coder) else { return nil }
        self.init(document: document)
    }

    /// Reads the settings from their document; what is absent is as an app finds it that may notify.
    init(document: Document) {
        values = Values(document)
        super.init()
    }

    /// Whether the app may notify at all.
    open var authorizationStatus: UNAuthorizationStatus { values.authorizationStatus }
    /// Whether notifications may play a sound.
    open var soundSetting: UNNotificationSetting { values.setting("soundSetting") }
    /// Whether notifications may set the number on the app's icon.
    open var badgeSetting: UNNotificationSetting { values.setting("badgeSetting") }
    /// Whether notifications may be shown as alerts.
    open var alertSetting: UNNotificationSetting { values.setting("alertSetting") }
    /// Whether notifications are kept in Notification Center.
    open var notificationCenterSetting: UNNotificationSetting {
        values.setting("notificationCenterSetting")
    }
    /// Whether notifications are shown on the lock screen.
    open var lockScreenSetting: UNNotificationSetting { values.setting("lockScreenSetting") }
    /// Whether notifications are shown in a car.
    open var carPlaySetting: UNNotificationSetting { values.setting("carPlaySetting") }
    /// How alerts are shown.
    open var alertStyle: UNAlertStyle { values.alertStyle }
    /// When the content of notifications is shown.
    open var showPreviewsSetting: UNShowPreviewsSetting { values.showPreviewsSetting }
    /// Whether critical alerts may play a sound on a muted device.
    open var criticalAlertSetting: UNNotificationSetting {
        values.setting("criticalAlertSetting")
    }
    /// Whether the app shows settings of its own.
    open var providesAppNotificationSettings: Bool { values.providesAppNotificationSettings }
    /// Whether notifications may be read aloud.
    open var announcementSetting: UNNotificationSetting { values.setting("announcementSetting") }
    /// Whether time-sensitive notifications break through.
    open var timeSensitiveSetting: UNNotificationSetting {
        values.setting("timeSensitiveSetting")
    }
    /// Whether notifications wait for the scheduled summary.
    open var scheduledDeliverySetting: UNNotificationSetting {
        values.setting("scheduledDeliverySetting")
    }
    /// Whether notifications of messages break through.
    open var directMessagesSetting: UNNotificationSetting {
        values.setting("directMessagesSetting")
    }

    /// Writes the settings to an archive.
    open func encode(with coder: NSCoder) {
        values.document.encode(with: coder)
    }

    /// Returns these settings, which cannot change.
    open func copy(with zone: NSZone? = nil) -> Any {
        self
    }

    /// Whether the other object is settings with equal values.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNNotificationSettings else { return false }
        return values == other.values
    }

    /// A number that equal settings share.
    open override var hash: Int { values.authorizationStatus.rawValue }

    /// The class and the settings by their names.
    open override var description: String {
        let settings = values.settings.sorted { $0.key < $1.key }
        let list = settings.map { "\($0.key): \($0.value.name)" }.joined(separator: ", ")
        return """
            <\(type(of: self)): authorizationStatus: \(authorizationStatus.name), \(list), \
            alertStyle: \(alertStyle.name), showPreviewsSetting: \(showPreviewsSetting.name)>
            """
    }
}
