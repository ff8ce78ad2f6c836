// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import CoreGraphics
public import CoreMedia
public import Foundation

/// Makes pictures of a film.
///
/// - Note: Without effect: no film is decoded here; each picture that is asked for fails, with
///   ``AVError/Code/decoderNotFound``.
/// - SeeAlso: https://developer.apple.com/documentation/avfoundation/avassetimagegenerator
open class AVAssetImageGenerator: NSObject, @unchecked Sendable {
    // Unchecked only because the class is open, as Apple's is: what can be set is used by its owner.

    /// What became of a picture.
    public enum Result: Int, Sendable {
        /// It is there.
        case succeeded = 0
        /// It could not be made.
        case failed = 1
        /// It was no longer wanted.
        case cancelled = 2
    }

    /// The film.
    ///
    /// - Note: Without effect: no film is decoded here.
    public let asset: AVAsset
    /// Whether pictures are turned as the film says.
    ///
    /// - Note: Without effect: no film is decoded here.
    open var appliesPreferredTrackTransform = false
    /// The largest size of a picture.
    ///
    /// - Note: Without effect: no film is decoded here.
    open var maximumSize: CGSize = .zero
    /// How much before the time a picture may be.
    ///
    /// - Note: Without effect: no film is decoded here.
    open var requestedTimeToleranceBefore: CMTime = .positiveInfinity
    /// How much after the time a picture may be.
    ///
    /// - Note: Without effect: no film is decoded here.
    open var requestedTimeToleranceAfter: CMTime = .positiveInfinity

    /// Takes a film.
    public init(asset: AVAsset) {
        self.asset = asset
    }

    /// Fails: there is no picture.
    ///
    /// - Note: Without effect: no film is decoded here, so it fails.
    open func copyCGImage(
        at requestedTime: CMTime,
        actualTime: UnsafeMutablePointer<CMTime>?
    ) throws -> CGImage {
        throw AVError(.decoderNotFound)
    }

    /// Fails: there is no picture.
    ///
    /// - Note: Without effect: no film is decoded here, so it fails.
    open func image(at time: CMTime) async throws -> (image: CGImage, actualTime: CMTime) {
        throw AVError(.decoderNotFound)
    }

    /// Tells of each time that there is no picture, soon, on another thread.
    ///
    /// - Note: Without effect: no film is decoded here, so each picture fails.
    open func generateCGImagesAsynchronously(
        forTimes requestedTimes: [NSValue],
        completionHandler handler:
            @escaping @Sendable (
                CMTime, CGImage?, CMTime, Result, (any Error)?
            ) -> Void
    ) {
        let count = requestedTimes.count
        DispatchQueue.global().async {
            for _ in 0..<count {
                handler(.invalid, nil, .invalid, .failed, AVError(.decoderNotFound))
            }
        }
    }

    /// Has no more pictures made.
    ///
    /// - Note: Without effect: no film is decoded here.
    open func cancelAllCGImageGeneration() {}
}

/// What can go wrong with media.
///
/// - SeeAlso: https://developer.apple.com/documentation/avfoundation/averror-swift.struct
public struct AVError: Error, CustomNSError, Hashable, Sendable {
    /// What went wrong.
    public enum Code: Int, Sendable {
        /// Something else.
        case unknown = -11800
        /// There is nothing that decodes it.
        case decoderNotFound = -11833
        /// The file's format is not known.
        case fileFormatNotRecognized = -11828
        /// There is nothing of it at that time.
        case noImageAtTime = -11832
    }

    /// What went wrong.
    public let code: Code

    /// An error of a kind.
    public init(_ code: Code) {
        self.code = code
    }

    /// The domain of these errors.
    public static var errorDomain: String { "AVFoundationErrorDomain" }
    /// The number of what went wrong.
    public var errorCode: Int { code.rawValue }
}
