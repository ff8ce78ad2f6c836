// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation
internal import FoundationSupplement

/// Plays a medium, of which nothing is seen or heard here.
///
/// The end is posted at once, as of a medium that takes no time, so that an extension that answers
/// then does answer.
// Unchecked: as with Apple's, its item is set before it is played.
open class AVPlayer: NSObject, @unchecked Sendable {
    /// What is played.
    public private(set) var currentItem: AVPlayerItem?
    /// The volume.
    ///
    /// - Note: Without effect: nothing is heard here.
    open var volume: Float = 1
    /// Whether nothing is heard.
    ///
    /// - Note: Without effect: nothing is heard here.
    open var isMuted = false
    /// The rate.
    ///
    /// - Note: Without effect: nothing is played here.
    open var rate: Float = 0

    /// A player without a medium.
    public override init() {}

    /// A player of what is at a place, which is not looked at.
    public convenience init(url: URL) {
        self.init(playerItem: AVPlayerItem(url: url))
    }

    /// A player of an item.
    public init(playerItem item: AVPlayerItem?) {
        currentItem = item
    }

    /// Takes another item.
    open func replaceCurrentItem(with item: AVPlayerItem?) {
        currentItem = item
    }

    /// Plays nothing, says so once in the run's log, and posts the item's end.
    ///
    /// - Note: Without effect: there is nothing here to play a medium on.
    open func play() {
        RunLog.sayOnce("AVPlayer.play()", withoutEffect: "there is nothing here to play it on")
        guard let currentItem else { return }
        DispatchQueue.main.async {
            NotificationCenter.default.post(
                name: .AVPlayerItemDidPlayToEndTime,
                object: currentItem
            )
        }
    }

    /// Pauses nothing.
    ///
    /// - Note: Without effect: a medium takes no time.
    open func pause() {}
}

/// A medium that a player plays.
open class AVPlayerItem: NSObject, @unchecked Sendable {
    // Unchecked only because the class is open, as Apple's is: it cannot change.

    /// Where the medium is.
    public let url: URL

    /// Takes a place, which is not looked at.
    public init(url: URL) {
        self.url = url
    }
}

extension Notification.Name {
    /// A medium has been played to its end.
    public static let AVPlayerItemDidPlayToEndTime = Notification.Name(
        "AVPlayerItemDidPlayToEndTimeNotification"
    )
    /// A medium could not be played to its end; never posted.
    public static let AVPlayerItemFailedToPlayToEndTime = Notification.Name(
        "AVPlayerItemFailedToPlayToEndTimeNotification"
    )
}
