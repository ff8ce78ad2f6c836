// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
public import UserNotifications

/// What an intent says of who speaks to whom.
private protocol Communicating: INIntent {
    /// The document; nil where the intent names nobody.
    var communication: CommunicationDocument? { get }
}

extension INSendMessageIntent: UNNotificationContentProviding, Communicating {
    /// Says in a content who sent it the message.
    ///
    /// - Throws: An `NSError` of `UNErrorDomain`, `contentProvidingInvalid`, where there is no
    ///   sender.
    public func belfryProvide(_ content: UNMutableNotificationContent) throws {
        try provide(content)
    }

    fileprivate var communication: CommunicationDocument? {
        guard let sender else { return nil }
        let image = image(of: speakableGroupName) ?? image(of: sender) ?? sender.image
        let metadata = donationMetadata as? INSendMessageIntentDonationMetadata
        return CommunicationDocument(
            kind: "message",
            sender: CommunicationDocument.Person(sender),
            avatar: image.map(CommunicationDocument.Avatar.init),
            recipients: recipients.map {
                Array($0.prefix(32).map(CommunicationDocument.Person.init))
            },
            groupName: groupName?.cut,
            conversationIdentifier: conversationIdentifier?.cut,
            serviceName: serviceName?.cut,
            direction: donatedDirection.map { "\($0)" },
            recipientCount: metadata?.recipientCount ?? recipients?.count,
            mentionsCurrentUser: metadata?.mentionsCurrentUser,
            isReplyToCurrentUser: metadata?.isReplyToCurrentUser,
            notifyRecipientAnyway: metadata?.notifyRecipientAnyway
        )
    }
}

extension INStartCallIntent: UNNotificationContentProviding, Communicating {
    /// Says in a content who calls.
    ///
    /// - Throws: An `NSError` of `UNErrorDomain`, `contentProvidingInvalid`, where nobody is named.
    public func belfryProvide(_ content: UNMutableNotificationContent) throws {
        try provide(content)
    }

    fileprivate var communication: CommunicationDocument? {
        guard let caller = callRecordToCallBack?.caller ?? contacts?.first else { return nil }
        let image = image(of: caller) ?? caller.image
        return CommunicationDocument(
            kind: "call",
            sender: CommunicationDocument.Person(caller),
            avatar: image.map(CommunicationDocument.Avatar.init),
            direction: donatedDirection.map { "\($0)" },
            callCapability: callCapability == .unknown ? nil : "\(callCapability)"
        )
    }
}

extension Communicating {
    fileprivate func provide(_ content: UNMutableNotificationContent) throws {
        guard let communication else {
            throw NSError(
                domain: UNErrorDomain,
                code: UNError.Code.contentProvidingInvalid.rawValue,
                userInfo: [NSLocalizedDescriptionKey: "\(type(of: self)) names no sender"]
            )
        }
        Capability.warnOnce(about: "\(type(of: self))")
        content.communication = try communication.encoded()
    }
}
