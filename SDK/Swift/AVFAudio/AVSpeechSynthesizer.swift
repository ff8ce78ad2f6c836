// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation
internal import FoundationSupplement

/// Speaks texts: here, writes them to the run's log.
///
/// The delegate hears of the start and the end of each, as of a speech that takes no time, so that
/// an extension that answers when it has spoken does answer.
// Unchecked: as with Apple's, the delegate is set before anything is spoken.
open class AVSpeechSynthesizer: NSObject, @unchecked Sendable {
    /// Who hears of the start and the end.
    open weak var delegate: (any AVSpeechSynthesizerDelegate)?

    /// False: a speech takes no time.
    open var isSpeaking: Bool { false }
    /// False: a speech takes no time.
    open var isPaused: Bool { false }

    /// Writes the text to the run's log.
    ///
    /// - Note: Without effect: nobody hears it; the text is in the run's log, and the delegate
    ///   hears of start and end at once.
    open func speak(_ utterance: AVSpeechUtterance) {
        RunLog.sayOnce(
            "AVSpeechSynthesizer.speak(_:)",
            withoutEffect: "there is nothing here to hear it; the log has the text"
        )
        RunLog.write(.info, "speech: \(utterance.speechString)")
        DispatchQueue.main.async { [self] in
            delegate?.speechSynthesizer(self, didStart: utterance)
            delegate?.speechSynthesizer(self, didFinish: utterance)
        }
    }

    /// Stops the speech.
    ///
    /// - Note: Without effect: a speech takes no time here.
    @discardableResult
    open func stopSpeaking(at boundary: AVSpeechBoundary) -> Bool { false }

    /// Pauses the speech.
    ///
    /// - Note: Without effect: a speech takes no time here.
    @discardableResult
    open func pauseSpeaking(at boundary: AVSpeechBoundary) -> Bool { false }

    /// Continues the speech.
    ///
    /// - Note: Without effect: a speech takes no time here.
    @discardableResult
    open func continueSpeaking() -> Bool { false }
}

/// Where a speech may be stopped.
public enum AVSpeechBoundary: Int, Sendable {
    /// Anywhere.
    case immediate
    /// After a word.
    case word
}

/// Whoever hears of the start and the end of a speech.
public protocol AVSpeechSynthesizerDelegate: NSObjectProtocol {
    /// A speech has begun.
    func speechSynthesizer(
        _ synthesizer: AVSpeechSynthesizer,
        didStart utterance: AVSpeechUtterance
    )
    /// A speech has ended.
    func speechSynthesizer(
        _ synthesizer: AVSpeechSynthesizer,
        didFinish utterance: AVSpeechUtterance
    )
    /// A speech was stopped.
    ///
    /// - Note: Without effect: never called: a speech takes no time here.
    func speechSynthesizer(
        _ synthesizer: AVSpeechSynthesizer,
        didCancel utterance: AVSpeechUtterance
    )
    /// A speech was paused.
    ///
    /// - Note: Without effect: never called: a speech takes no time here.
    func speechSynthesizer(
        _ synthesizer: AVSpeechSynthesizer,
        didPause utterance: AVSpeechUtterance
    )
    /// A speech goes on.
    ///
    /// - Note: Without effect: never called: a speech takes no time here.
    func speechSynthesizer(
        _ synthesizer: AVSpeechSynthesizer,
        didContinue utterance: AVSpeechUtterance
    )
    /// A part of a speech is about to be spoken.
    ///
    /// - Note: Without effect: never called: a speech takes no time here.
    func speechSynthesizer(
        _ synthesizer: AVSpeechSynthesizer,
        willSpeakRangeOfSpeechString characterRange: NSRange,
        utterance: AVSpeechUtterance
    )
}

// Optional requirements on Apple's systems.
extension AVSpeechSynthesizerDelegate {
    /// Does nothing.
    public func speechSynthesizer(
        _ synthesizer: AVSpeechSynthesizer,
        didStart utterance: AVSpeechUtterance
    ) {}
    /// Does nothing.
    public func speechSynthesizer(
        _ synthesizer: AVSpeechSynthesizer,
        didFinish utterance: AVSpeechUtterance
    ) {}
    /// Does nothing.
    public func speechSynthesizer(
        _ synthesizer: AVSpeechSynthesizer,
        didCancel utterance: AVSpeechUtterance
    ) {}
    /// Does nothing.
    public func speechSynthesizer(
        _ synthesizer: AVSpeechSynthesizer,
        didPause utterance: AVSpeechUtterance
    ) {}
    /// Does nothing.
    public func speechSynthesizer(
        _ synthesizer: AVSpeechSynthesizer,
        didContinue utterance: AVSpeechUtterance
    ) {}
    /// Does nothing.
    public func speechSynthesizer(
        _ synthesizer: AVSpeechSynthesizer,
        willSpeakRangeOfSpeechString characterRange: NSRange,
        utterance: AVSpeechUtterance
    ) {}
}
