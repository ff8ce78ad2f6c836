// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation
internal import FoundationSupplement

/// Plays a file's sound, of which nothing is heard here.
///
/// The delegate hears of the end, as of a sound that takes no time, so that an extension that
/// answers then does answer.
// Unchecked: as with Apple's, the delegate is set before anything is played.
open class AVAudioPlayer: NSObject, @unchecked Sendable {
    /// Who hears of the end.
    open weak var delegate: (any AVAudioPlayerDelegate)?
    /// The volume.
    ///
    /// - Note: Without effect: nothing is heard here.
    open var volume: Float = 1
    /// The rate.
    ///
    /// - Note: Without effect: nothing is heard here.
    open var rate: Float = 1
    /// Whether the rate matters.
    ///
    /// - Note: Without effect: nothing is heard here.
    open var enableRate = false
    /// How often to play it again.
    ///
    /// - Note: Without effect: nothing is heard here.
    open var numberOfLoops = 0
    /// Where in the sound it is.
    ///
    /// - Note: Without effect: nothing is heard here.
    open var currentTime: TimeInterval = 0

    /// Where the sound is from; nil for bytes.
    public let url: URL?
    /// The sound as it is in the file; nil for a file.
    public let data: Data?

    /// False: a sound takes no time.
    open var isPlaying: Bool { false }
    /// None: sounds are not decoded.
    open var duration: TimeInterval { 0 }

    /// Takes a file, which is not looked into.
    ///
    /// - Throws: Foundation's error where the file cannot be read.
    public init(contentsOf url: URL) throws {
        _ = try Data(contentsOf: url, options: .mappedIfSafe)
        self.url = url
        data = nil
    }

    /// Takes a file, which is not looked into.
    ///
    /// - Throws: Foundation's error where the file cannot be read.
    public convenience init(contentsOf url: URL, fileTypeHint: String?) throws {
        try self.init(contentsOf: url)
    }

    /// Takes a file's bytes, which are not looked into.
    ///
    /// - Throws: Nothing.
    public init(data: Data) throws {
        url = nil
        self.data = data
    }

    /// Prepares nothing, and succeeds.
    ///
    /// - Note: Without effect: there is nothing here to play a sound on.
    @discardableResult
    open func prepareToPlay() -> Bool { true }

    /// Plays nothing, says so once in the run's log, and tells the delegate of the end.
    ///
    /// - Note: Without effect: there is nothing here to play a sound on.
    @discardableResult
    open func play() -> Bool {
        RunLog.sayOnce(
            "AVAudioPlayer.play()",
            withoutEffect: "there is nothing here to play a sound on"
        )
        DispatchQueue.main.async { [self] in
            delegate?.audioPlayerDidFinishPlaying(self, successfully: true)
        }
        return true
    }

    /// Pauses nothing.
    ///
    /// - Note: Without effect: a sound takes no time.
    open func pause() {}

    /// Stops nothing.
    ///
    /// - Note: Without effect: a sound takes no time.
    open func stop() {}
}

/// Whoever hears of the end of a sound.
public protocol AVAudioPlayerDelegate: NSObjectProtocol {
    /// A sound has ended.
    func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool)
    /// A sound is broken; never called, since sounds are not decoded.
    func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?)
}

// Optional requirements on Apple's systems.
extension AVAudioPlayerDelegate {
    /// Does nothing.
    public func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {}
    /// Does nothing.
    public func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?) {}
}
