// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import AVFoundation
public import UIKit

/// Shows what a player plays: a player layer's black rectangle with a triangle.
///
/// - SeeAlso: https://developer.apple.com/documentation/avkit/avplayerviewcontroller
@preconcurrency @MainActor
open class AVPlayerViewController: UIViewController {
    private let film = FilmView()

    /// What plays.
    open var player: AVPlayer? {
        get { film.film?.player }
        set { film.film?.player = newValue }
    }
    /// How the film fills the view.
    ///
    /// - Note: Without effect: no film is seen.
    open var videoGravity = AVLayerVideoGravity.resizeAspect
    /// Whether there are buttons to play and to pause.
    ///
    /// - Note: Without effect: the notification has the media button alone.
    open var showsPlaybackControls = true
    /// Whether the film may go on in a small window.
    ///
    /// - Note: Without effect: there are no other windows.
    open var allowsPictureInPicturePlayback = true
    /// Whether the film fills the screen when it begins.
    ///
    /// - Note: Without effect: it does not.
    open var entersFullScreenWhenPlaybackBegins = false
    /// Whether the film leaves the whole screen when it ends.
    ///
    /// - Note: Without effect: it is never there.
    open var exitsFullScreenWhenPlaybackEnds = false
    /// Whether what is played is told to the system.
    ///
    /// - Note: Without effect: there is nobody to tell.
    open var updatesNowPlayingInfoCenter = true
    /// Whether there is a picture: never.
    open var isReadyForDisplay: Bool { false }
    /// What lies over the film, under the buttons.
    public final let contentOverlayView: UIView? = UIView()

    /// Makes the view.
    open override func loadView() {
        film.backgroundColor = .black
        _ = film.layer  // is made here, to be drawn
        view = film
        guard let overlay = contentOverlayView else { return }
        overlay.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        film.addSubview(overlay)
    }
}

/// A view that a player's layer draws.
@MainActor private final class FilmView: UIView {
    override class var layerClass: AnyClass { AVPlayerLayer.self }

    var film: AVPlayerLayer? { layer as? AVPlayerLayer }
}
