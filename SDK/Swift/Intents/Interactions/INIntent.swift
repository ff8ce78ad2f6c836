// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation
internal import Synchronization

/// What may be said of a donation besides its intent.
// Unchecked only because the class is open, as Apple's is: it stores nothing.
open class INIntentDonationMetadata: NSObject, @unchecked Sendable {}

/// Something that somebody does with the app, such as sending a message.
// Unchecked only because the class is open, as Apple's is: what can change is under its lock.
open class INIntent: NSObject, NSCopying, INIntentSetImageKeyPath, @unchecked Sendable {
    /// What was set after the intent was made.
    struct Notes: Sendable {
        var images: [ObjectIdentifier: INImage] = [:]
        var direction: INInteractionDirection?
        var metadata: INIntentDonationMetadata?
        var phrase: String?
    }

    private let notes = Mutex(Notes())

    /// The intent's number, made by Apple's system when it gives an intent to the app.
    open var identifier: String? { nil }

    /// What the user may say for it.
    ///
    /// - Note: Without effect: nobody speaks to an app here.
    open var suggestedInvocationPhrase: String? {
        get { notes.withLock { $0.phrase } }
        set { notes.withLock { $0.phrase = newValue } }
    }

    /// What else is said of the interaction.
    ///
    /// A content that is updated from an `INSendMessageIntent` takes from an
    /// `INSendMessageIntentDonationMetadata` how many get the message, and how it concerns the user.
    /// Other intents keep what is set, and nothing reads it.
    open var donationMetadata: INIntentDonationMetadata? {
        get { notes.withLock { $0.metadata } }
        set { notes.withLock { $0.metadata = newValue } }
    }

    /// Which way the interaction went that it was donated with; nil before that.
    var donatedDirection: INInteractionDirection? {
        get { notes.withLock { $0.direction } }
        set { notes.withLock { $0.direction = newValue } }
    }

    /// The image that was set for a parameter's value.
    func image(of value: AnyObject?) -> INImage? {
        value.flatMap { value in notes.withLock { $0.images[ObjectIdentifier(value)] } }
    }

    func set(_ image: INImage?, of value: AnyObject) {
        notes.withLock { $0.images[ObjectIdentifier(value)] = image }
    }

    /// Returns the intent.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// What lets images be set by key path.
public protocol INIntentSetImageKeyPath {}

extension INIntentSetImageKeyPath where Self: INIntent {
    /// Sets the image of a parameter, such as `\.sender` or `\.speakableGroupName`.
    ///
    /// One without a value keeps none.
    public func setImage<Value>(
        _ image: INImage?,
        forParameterNamed parameterName: KeyPath<Self, Value>
    ) {
        let value: Any = self[keyPath: parameterName]
        if let person = value as? INPerson { set(image, of: person) }
        if let name = value as? INSpeakableString { set(image, of: name) }
    }
}

/// What the app answered to an intent.
// Unchecked only because the class is open, as Apple's is: it stores nothing.
open class INIntentResponse: NSObject, @unchecked Sendable {}
