// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation
internal import Synchronization

/// Which of a person's handles Apple may suggest.
public enum INPersonSuggestionType: Int, Sendable {
    /// None.
    case none = 0
    /// An account of a network.
    case socialProfile = 1
    /// An address for messages.
    case instantMessageAddress = 2
}

/// Somebody who takes part in a conversation or a call.
// Unchecked only because the class is open, as Apple's is: what can change is under its lock.
open class INPerson: NSObject, NSCopying, @unchecked Sendable {
    /// How the person is reached.
    public let personHandle: INPersonHandle?
    /// The parts of the name.
    public let nameComponents: PersonNameComponents?
    /// The name to show: the one given, else that of the parts, else the handle.
    public let displayName: String
    /// The avatar.
    public let image: INImage?
    /// The person's number in the address book.
    public let contactIdentifier: String?
    /// The person's number in the app.
    public let customIdentifier: String?
    /// Whether it is the user.
    public let isMe: Bool
    /// Whether Apple may make a contact of the person.
    public let isContactSuggestion: Bool
    /// Which of the handles Apple may suggest.
    public let suggestionType: INPersonSuggestionType
    /// Other handles of the person.
    open var aliases: [INPersonHandle]? {
        get { otherHandles.withLock { $0 } }
        set { otherHandles.withLock { $0 = newValue } }
    }

    private let otherHandles = Mutex<[INPersonHandle]?>(nil)

    private init(
        _ personHandle: INPersonHandle?,
        _ nameComponents: PersonNameComponents?,
        _ displayName: String?,
        _ image: INImage?,
        contactIdentifier: String?,
        customIdentifier: String?,
        isMe: Bool = false,
        isContactSuggestion: Bool = false,
        suggestionType: INPersonSuggestionType = .none
    ) {
        self.personHandle = personHandle
        self.nameComponents = nameComponents
        let parts = nameComponents.map { parts in
            [parts.givenName, parts.familyName].compactMap { $0 }.joined(separator: " ")
        }
        self.displayName = displayName ?? parts ?? personHandle?.value ?? ""
        self.image = image
        self.contactIdentifier = contactIdentifier
        self.customIdentifier = customIdentifier
        self.isMe = isMe
        self.isContactSuggestion = isContactSuggestion
        self.suggestionType = suggestionType
        super.init()
    }

    /// Creates a person.
    public convenience init(
        personHandle: INPersonHandle,
        nameComponents: PersonNameComponents?,
        displayName: String?,
        image: INImage?,
        contactIdentifier: String?,
        customIdentifier: String?
    ) {
        self.init(
            personHandle,
            nameComponents,
            displayName,
            image,
            contactIdentifier: contactIdentifier,
            customIdentifier: customIdentifier
        )
    }

    /// Creates a person, who may be the user.
    public convenience init(
        personHandle: INPersonHandle,
        nameComponents: PersonNameComponents?,
        displayName: String?,
        image: INImage?,
        contactIdentifier: String?,
        customIdentifier: String?,
        isMe: Bool
    ) {
        self.init(
            personHandle,
            nameComponents,
            displayName,
            image,
            contactIdentifier: contactIdentifier,
            customIdentifier: customIdentifier,
            isMe: isMe
        )
    }

    /// Creates a person, who may be the user and may be suggested.
    public convenience init(
        personHandle: INPersonHandle,
        nameComponents: PersonNameComponents?,
        displayName: String?,
        image: INImage?,
        contactIdentifier: String?,
        customIdentifier: String?,
        isMe: Bool,
        suggestionType: INPersonSuggestionType
    ) {
        self.init(
            personHandle,
            nameComponents,
            displayName,
            image,
            contactIdentifier: contactIdentifier,
            customIdentifier: customIdentifier,
            isMe: isMe,
            suggestionType: suggestionType
        )
    }

    /// Creates a person of whom Apple may make a contact.
    public convenience init(
        personHandle: INPersonHandle,
        nameComponents: PersonNameComponents?,
        displayName: String?,
        image: INImage?,
        contactIdentifier: String?,
        customIdentifier: String?,
        isContactSuggestion: Bool,
        suggestionType: INPersonSuggestionType
    ) {
        self.init(
            personHandle,
            nameComponents,
            displayName,
            image,
            contactIdentifier: contactIdentifier,
            customIdentifier: customIdentifier,
            isContactSuggestion: isContactSuggestion,
            suggestionType: suggestionType
        )
    }

    /// Creates a person by a handle's value alone, as iOS 10 had it.
    public convenience init(
        handle: String,
        nameComponents: PersonNameComponents,
        contactIdentifier: String?
    ) {
        self.init(
            INPersonHandle(value: handle, type: .unknown),
            nameComponents,
            nil,
            nil,
            contactIdentifier: contactIdentifier,
            customIdentifier: nil
        )
    }

    /// The value of the handle.
    open var handle: String? { personHandle?.value }

    /// Returns the person.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether handle, name and numbers are the same.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? INPerson else { return false }
        return personHandle == other.personHandle && displayName == other.displayName
            && contactIdentifier == other.contactIdentifier
            && customIdentifier == other.customIdentifier
    }

    /// A number that equal persons share.
    open override var hash: Int { displayName.hashValue }
}
