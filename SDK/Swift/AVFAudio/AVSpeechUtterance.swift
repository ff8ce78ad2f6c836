// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// The slowest rate of speech.
public let AVSpeechUtteranceMinimumSpeechRate: Float = 0
/// The usual rate of speech.
public let AVSpeechUtteranceDefaultSpeechRate: Float = 0.5
/// The fastest rate of speech.
public let AVSpeechUtteranceMaximumSpeechRate: Float = 1

/// A text to be spoken.
// Unchecked as Apple's is not Sendable either, but is handed to the main queue: whoever changes it
// after that is the one who races.
open class AVSpeechUtterance: NSObject, @unchecked Sendable {
    /// The text.
    public let speechString: String
    /// The voice.
    ///
    /// - Note: Without effect: nobody hears it.
    open var voice: AVSpeechSynthesisVoice?
    /// The rate.
    ///
    /// - Note: Without effect: nobody hears it.
    open var rate = AVSpeechUtteranceDefaultSpeechRate
    /// The pitch.
    ///
    /// - Note: Without effect: nobody hears it.
    open var pitchMultiplier: Float = 1
    /// The volume.
    ///
    /// - Note: Without effect: nobody hears it.
    open var volume: Float = 1
    /// The silence before it.
    ///
    /// - Note: Without effect: nobody hears it.
    open var preUtteranceDelay: TimeInterval = 0
    /// The silence after it.
    ///
    /// - Note: Without effect: nobody hears it.
    open var postUtteranceDelay: TimeInterval = 0

    /// Takes the text.
    public init(string: String) {
        speechString = string
    }
}

/// A voice; every language has one, which is never heard.
open class AVSpeechSynthesisVoice: NSObject, @unchecked Sendable {
    // Unchecked only because the class is open, as Apple's is: it cannot change.

    /// The language.
    public let language: String
    /// The voice's identifier.
    public let identifier: String

    /// A voice of a language; of English when nil.
    public init?(language languageCode: String?) {
        language = languageCode ?? "en-US"
        identifier = "belfry.voice.\(language)"
    }

    /// A voice by its identifier.
    public init?(identifier: String) {
        language = "en-US"
        self.identifier = identifier
    }

    /// None: no voice is installed here.
    open class func speechVoices() -> [AVSpeechSynthesisVoice] { [] }
}
