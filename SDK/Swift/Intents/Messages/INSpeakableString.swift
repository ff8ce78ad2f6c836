// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// A name that can be said aloud, such as that of a group.
// Unchecked only because the class is open, as Apple's is: its stored properties are constants and
// themselves Sendable.
open class INSpeakableString: NSObject, NSCopying, @unchecked Sendable {
    /// The name.
    public let spokenPhrase: String
    /// How it is pronounced.
    public let pronunciationHint: String?
    /// The name's number in the app's vocabulary.
    public let vocabularyIdentifier: String?

    /// Creates a name.
    public convenience init(spokenPhrase: String) {
        self.init(vocabularyIdentifier: nil, spokenPhrase, nil)
    }

    /// Creates a name of the app's vocabulary.
    public convenience init(
        vocabularyIdentifier: String,
        spokenPhrase: String,
        pronunciationHint: String?
    ) {
        self.init(vocabularyIdentifier: vocabularyIdentifier, spokenPhrase, pronunciationHint)
    }

    /// Creates a name of the app's vocabulary.
    public convenience init(identifier: String, spokenPhrase: String, pronunciationHint: String?) {
        self.init(vocabularyIdentifier: identifier, spokenPhrase, pronunciationHint)
    }

    private init(vocabularyIdentifier: String?, _ spokenPhrase: String, _ hint: String?) {
        self.vocabularyIdentifier = vocabularyIdentifier
        self.spokenPhrase = spokenPhrase
        pronunciationHint = hint
        super.init()
    }

    /// Returns the name.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether all of it is the same.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? INSpeakableString else { return false }
        return spokenPhrase == other.spokenPhrase
            && vocabularyIdentifier == other.vocabularyIdentifier
    }

    /// A number that equal names share.
    open override var hash: Int { spokenPhrase.hashValue }

    /// The name.
    open override var description: String { spokenPhrase }
}
