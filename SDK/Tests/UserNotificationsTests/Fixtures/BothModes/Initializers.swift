// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// Each initialiser in the spelling real code has.
// swift-format-ignore-file

import CoreLocation
import UserNotifications

func actions() -> [UNNotificationAction] {
    let reply = UNTextInputNotificationAction(identifier: "REPLY", title: "Reply", options: [], textInputButtonTitle: "Send", textInputPlaceholder: "Message")
    let comment = UNTextInputNotificationAction(identifier: "COMMENT", title: "Comment", options: [.authenticationRequired], icon: UNNotificationActionIcon(systemImageName: "text.bubble"), textInputButtonTitle: "Post", textInputPlaceholder: "")
    let open = UNNotificationAction(identifier: "OPEN", title: NSLocalizedString("Open", comment: ""), options: .foreground)
    let delete = UNNotificationAction(identifier: "DELETE", title: "Delete", options: [.destructive, .authenticationRequired], icon: UNNotificationActionIcon(templateImageName: "bin"))
    let plain = UNNotificationAction(identifier: "OK", title: "OK")
    let optional = UNNotificationAction(identifier: "NO", title: "No", options: UNNotificationActionOptions(rawValue: 0), icon: nil)
    return [reply, comment, open, delete, plain, optional]
}

func categories() -> Set<UNNotificationCategory> {
    let first = UNNotificationCategory(identifier: "A", actions: actions(), intentIdentifiers: [], options: [])
    let second = UNNotificationCategory(identifier: "B", actions: [], intentIdentifiers: [], options: .customDismissAction)
    let third = UNNotificationCategory(identifier: "C", actions: [], intentIdentifiers: [], hiddenPreviewsBodyPlaceholder: "%u messages", options: [.allowInCarPlay, .hiddenPreviewsShowTitle])
    let fourth = UNNotificationCategory(identifier: "D", actions: [], intentIdentifiers: ["INSendMessageIntent"], hiddenPreviewsBodyPlaceholder: nil, categorySummaryFormat: "%u more from %@", options: [.hiddenPreviewsShowSubtitle, .allowAnnouncement])
    let fifth = UNNotificationCategory(identifier: "E", actions: [], intentIdentifiers: [])
    return [first, second, third, fourth, fifth]
}

func triggers() -> [UNNotificationTrigger?] {
    var components = DateComponents()
    components.hour = 9
    components.weekday = 2
    let region = CLCircularRegion(center: CLLocationCoordinate2D(latitude: 52.52, longitude: 13.4), radius: 100, identifier: "office")
    region.notifyOnExit = false
    let interval = UNTimeIntervalNotificationTrigger(timeInterval: 5, repeats: false)
    let calendar = UNCalendarNotificationTrigger(dateMatching: components, repeats: true)
    let location = UNLocationNotificationTrigger(region: region, repeats: true)
    print(interval.nextTriggerDate() as Any, calendar.nextTriggerDate()?.timeIntervalSinceNow ?? 0, location.region.identifier, calendar.dateComponents.hour ?? 0)
    return [interval, calendar, location, nil, UNCalendarNotificationTrigger(dateMatching: Calendar.current.dateComponents([.year, .month, .day, .hour, .minute], from: Date()), repeats: false)]
}

func sounds() -> [UNNotificationSound?] {
    [
        .default, UNNotificationSound.default, UNNotificationSound(named: UNNotificationSoundName("ping.caf")),
        UNNotificationSound(named: UNNotificationSoundName(rawValue: "ping.caf")), .defaultCritical,
        UNNotificationSound.defaultCriticalSound(withAudioVolume: 0.8), .criticalSoundNamed(UNNotificationSoundName("a.caf")),
        .criticalSoundNamed(UNNotificationSoundName("a.caf"), withAudioVolume: 1.0), .defaultRingtone, .ringtoneSoundNamed(UNNotificationSoundName("r.caf")), nil,
    ]
}

func attachments(_ url: URL) throws -> [UNNotificationAttachment] {
    let rectangle = CGRect(x: 0, y: 0, width: 0.5, height: 0.5)
    let options: [AnyHashable: Any] = [UNNotificationAttachmentOptionsTypeHintKey: "public.png", UNNotificationAttachmentOptionsThumbnailHiddenKey: true]
    return [
        try UNNotificationAttachment(identifier: "", url: url, options: nil),
        try UNNotificationAttachment(identifier: "image", url: url),
        try UNNotificationAttachment(identifier: "image", url: url, options: options),
        try UNNotificationAttachment(identifier: "image", url: url, options: [UNNotificationAttachmentOptionsTypeHintKey: "public.jpeg" as NSString, UNNotificationAttachmentOptionsThumbnailTimeKey: 2, UNNotificationAttachmentOptionsThumbnailClippingRectKey: rectangle]),
    ]
}

func requests(_ content: UNMutableNotificationContent) -> UNNotificationRequest {
    content.title = NSString.localizedUserNotificationString(forKey: "Hello %@", arguments: ["you"])
    content.body = String.localizedUserNotificationString(forKey: "You have %d messages", arguments: [3])
    content.subtitle = NSString.localizedUserNotificationString(forKey: "plain", arguments: nil)
    content.badge = 3
    content.badge = NSNumber(value: 4)
    content.badge = (content.badge?.intValue ?? 0) + 1 as NSNumber
    content.sound = .default
    content.interruptionLevel = .timeSensitive
    content.relevanceScore = 0.5
    content.filterCriteria = "work"
    content.targetContentIdentifier = "scene"
    content.userInfo["key"] = ["nested": [1, 2, 3]]
    let trigger = UNTimeIntervalNotificationTrigger(timeInterval: 60, repeats: true)
    return UNNotificationRequest(identifier: UUID().uuidString, content: content, trigger: trigger)
}

func failure(_ error: Error) -> Bool {
    switch (error as? UNError)?.code {
    case .attachmentInvalidURL?, .attachmentUnrecognizedType?: return true
    case .some(let code): return code == UNError.Code.attachmentCorrupt
    case .none: return (error as NSError).domain == UNErrorDomain && (error as NSError).code == UNError.Code.badgeInputInvalid.rawValue
    }
}

func isPush(_ request: UNNotificationRequest) -> Bool {
    request.trigger is UNPushNotificationTrigger
}
