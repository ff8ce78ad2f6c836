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

    /// Says at once that what was asked for has been looked at; see ``statusOfValue(forKey:error:)``.
    open func loadValuesAsynchronously(
        forKeys keys: [String],
        completionHandler handler: (@Sendable () -> Void)? = nil
    ) {
        DispatchQueue.global().async { handler?() }
    }

    /// Whether something is known: the duration, of a file that says it, and that it can be played.
    ///
    /// - Parameters:
    ///   - key: What is asked for, such as `duration`.
    ///   - error: Left as it is.
    /// - Returns: How far it is known.
    open func statusOfValue(
        forKey key: String,
        error: UnsafeMutablePointer<NSError?>?
    ) -> AVKeyValueStatus {
        if key == "duration", duration.isIndefinite { return .failed }
        return key == "duration" || key == "playable" ? .loaded : .failed
    }

    /// Whether it can be played: the place is not looked at for that.
    open var isPlayable: Bool { true }
}

/// How far something of a medium is known.
///
/// - SeeAlso: https://developer.apple.com/documentation/avfoundation/avkeyvaluestatus
public enum AVKeyValueStatus: Int, Sendable {
    /// It was not asked for.
    case unknown = 0
    /// It is looked for.
    case loading = 1
    /// It is known.
    case loaded = 2
    /// It cannot be known.
    case failed = 3
    /// It is no longer wanted.
    case cancelled = 4
}

/// Whether the duration is to be exact.
///
/// - Note: Without effect: a duration is what the file says.
public let AVURLAssetPreferPreciseDurationAndTimingKey =
    "AVURLAssetPreferPreciseDurationAndTimingKey"

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
