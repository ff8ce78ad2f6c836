// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import CoreMedia
public import Foundation

/// A medium: of it the place and, for a file, the duration are known here.
///
/// - SeeAlso: https://developer.apple.com/documentation/avfoundation/avasset
open class AVAsset: NSObject, @unchecked Sendable {
    // Unchecked only because the class is open, as Apple's is: it cannot change.

    /// Where the medium is.
    let place: URL
    /// How long it is: what an MP4, QuickTime or WAVE file says; not known of other files and of what is
    /// elsewhere.
    public let duration: CMTime

    /// Takes a place; of a file the duration is read.
    public init(url: URL) {
        place = url
        let length = url.isFileURL ? MediaDuration.read(url) : nil
        duration = length.map { CMTime(seconds: $0, preferredTimescale: 600) } ?? .indefinite
    }

    /// Whether it can be played: the place is not looked at for that.
    open var isPlayable: Bool { true }
}

/// A medium at a place.
///
/// - SeeAlso: https://developer.apple.com/documentation/avfoundation/avurlasset
open class AVURLAsset: AVAsset, @unchecked Sendable {
    // Unchecked as ``AVAsset`` is: it has nothing of its own.

    /// Where it is.
    public final var url: URL { place }

    /// Takes a place; of a file the duration is read.
    ///
    /// - Parameters:
    ///   - url: The place.
    ///   - options: Without effect.
    public init(url: URL, options: [String: Any]? = nil) {
        super.init(url: url)
    }
}
