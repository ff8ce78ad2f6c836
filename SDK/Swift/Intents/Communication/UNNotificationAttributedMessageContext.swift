// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation
public import UserNotifications

/// A message with its sender and its styled text, for `UNNotificationContent.updating(from:)`.
///
/// The body becomes the text without its styles, which nothing here shows. On Apple's systems it is
/// declared in `UserNotifications`; whoever has an intent has imported this module as well.
public final class UNNotificationAttributedMessageContext: NSObject, UNNotificationContentProviding
{
    private let intent: INSendMessageIntent
    private let text: String

    /// Makes one of an intent and a text.
    public init(sendMessageIntent: INSendMessageIntent, attributedContent: NSAttributedString) {
        intent = sendMessageIntent
        text = attributedContent.string
    }

    /// Says in a content who sent it the message, and what the message is.
    ///
    /// - Throws: An `NSError` of `UNErrorDomain`, `contentProvidingInvalid`, where there is no
    ///   sender.
    public func belfryProvide(_ content: UNMutableNotificationContent) throws {
        try intent.belfryProvide(content)
        content.body = text
    }
}
