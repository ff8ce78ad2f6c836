// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Synchronization

/// What a message is.
public enum INOutgoingMessageType: Int, Sendable {
    /// Not said.
    case unknown = 0
    /// Text.
    case outgoingMessageText = 1
    /// A recording.
    case outgoingMessageAudio = 2
}

/// The sending of a message; from it a content learns who sent it.
// Unchecked only because its superclass is; its stored properties are constants.
open class INSendMessageIntent: INIntent, @unchecked Sendable {
    /// Who gets the message.
    public let recipients: [INPerson]?
    /// What it is.
    public let outgoingMessageType: INOutgoingMessageType
    /// Its text.
    public let content: String?
    /// The name of the group it is sent to.
    public let speakableGroupName: INSpeakableString?
    /// The conversation's number in the app.
    public let conversationIdentifier: String?
    /// The service it is sent by.
    public let serviceName: String?
    /// Who sends it.
    public let sender: INPerson?
    /// What is sent along.
    public let attachments: [INSendMessageAttachment]?

    /// Creates the sending of a message.
    public init(
        recipients: [INPerson]?,
        outgoingMessageType: INOutgoingMessageType,
        content: String?,
        speakableGroupName: INSpeakableString?,
        conversationIdentifier: String?,
        serviceName: String?,
        sender: INPerson?,
        attachments: [INSendMessageAttachment]?
    ) {
        self.recipients = recipients
        self.outgoingMessageType = outgoingMessageType
        self.content = content
        self.speakableGroupName = speakableGroupName
        self.conversationIdentifier = conversationIdentifier
        self.serviceName = serviceName
        self.sender = sender
        self.attachments = attachments
        super.init()
    }

    /// Creates the sending of a message without attachments.
    public convenience init(
        recipients: [INPerson]?,
        outgoingMessageType: INOutgoingMessageType,
        content: String?,
        speakableGroupName: INSpeakableString?,
        conversationIdentifier: String?,
        serviceName: String?,
        sender: INPerson?
    ) {
        self.init(
            recipients: recipients,
            outgoingMessageType: outgoingMessageType,
            content: content,
            speakableGroupName: speakableGroupName,
            conversationIdentifier: conversationIdentifier,
            serviceName: serviceName,
            sender: sender,
            attachments: nil
        )
    }

    /// Creates the sending of a text, as iOS 11 had it.
    public convenience init(
        recipients: [INPerson]?,
        content: String?,
        speakableGroupName: INSpeakableString?,
        conversationIdentifier: String?,
        serviceName: String?,
        sender: INPerson?
    ) {
        self.init(
            recipients: recipients,
            outgoingMessageType: .unknown,
            content: content,
            speakableGroupName: speakableGroupName,
            conversationIdentifier: conversationIdentifier,
            serviceName: serviceName,
            sender: sender
        )
    }

    /// Creates the sending of a text, as iOS 10 had it.
    public convenience init(
        recipients: [INPerson]?,
        content: String?,
        groupName: String?,
        serviceName: String?,
        sender: INPerson?
    ) {
        self.init(
            recipients: recipients,
            content: content,
            speakableGroupName: groupName.map { INSpeakableString(spokenPhrase: $0) },
            conversationIdentifier: nil,
            serviceName: serviceName,
            sender: sender
        )
    }

    /// The name of the group, as text.
    open var groupName: String? { speakableGroupName?.spokenPhrase }
}

/// What else is said of a message: how it concerns the user.
// Unchecked only because its superclass is: what can change is under its lock.
open class INSendMessageIntentDonationMetadata: INIntentDonationMetadata, @unchecked Sendable {
    private struct Values {
        var mentionsCurrentUser = false
        var isReplyToCurrentUser = false
        var notifyRecipientAnyway = false
        var recipientCount = 0
    }

    private let values = Mutex(Values())

    /// Whether the user is named in it.
    open var mentionsCurrentUser: Bool {
        get { values.withLock { $0.mentionsCurrentUser } }
        set { values.withLock { $0.mentionsCurrentUser = newValue } }
    }

    /// Whether it answers the user.
    open var isReplyToCurrentUser: Bool {
        get { values.withLock { $0.isReplyToCurrentUser } }
        set { values.withLock { $0.isReplyToCurrentUser = newValue } }
    }

    /// Whether it was to break through the user's quiet.
    open var notifyRecipientAnyway: Bool {
        get { values.withLock { $0.notifyRecipientAnyway } }
        set { values.withLock { $0.notifyRecipientAnyway = newValue } }
    }

    /// How many get it.
    open var recipientCount: Int {
        get { values.withLock { $0.recipientCount } }
        set { values.withLock { $0.recipientCount = newValue } }
    }
}
