// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// The values that a content is made of, as one value.
///
/// Content objects copy it and compare it; the runtime compares the answer's with the original's to
/// tell the host what changed.
struct ContentFields: Sendable {
    var title = ""
    var subtitle = ""
    var body = ""
    var launchImageName = ""
    var categoryIdentifier = ""
    var threadIdentifier = ""
    var targetContentIdentifier: String?
    var summaryArgument = ""
    var summaryArgumentCount = 1
    var filterCriteria: String?
    var badge: NSNumber?
    var sound: UNNotificationSound?
    var interruptionLevel = UNNotificationInterruptionLevel.active
    var relevanceScore = 0.0
    var attachments: [UNNotificationAttachment] = []
    var userInfo = UserInfo()
    /// Who speaks to whom, as the host's JSON; nil for an ordinary notification.
    var communication: String?
}

extension ContentFields: Equatable {}
