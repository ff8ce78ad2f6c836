// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import CoreLocation
public import Foundation
public import UIKit

/// Makes a picture of a map.
///
/// - Note: Without effect: there are no maps here; it fails, with ``MKError/Code/serverFailure``, as
///   on an iPhone without a network.
/// - SeeAlso: https://developer.apple.com/documentation/mapkit/mkmapsnapshotter
open class MKMapSnapshotter: NSObject, @unchecked Sendable {
    // Unchecked only because the class is open, as Apple's is: its stored property is a constant.

    /// What a picture is to show.
    ///
    /// - Note: Without effect: there are no maps here.
    open class Options: NSObject, @unchecked Sendable {
        // Unchecked only because the class is open, as Apple's is: it is used by its owner.

        /// The part of the earth.
        ///
        /// - Note: Without effect: there are no maps here.
        open var region = MKCoordinateRegion()
        /// How large the picture is in points.
        ///
        /// - Note: Without effect: there are no maps here.
        open var size = CGSize(width: 256, height: 256)
        /// Pixels for each point.
        ///
        /// - Note: Without effect: there are no maps here.
        open var scale: CGFloat = 2
        /// What kind of map it is.
        ///
        /// - Note: Without effect: there are no maps here.
        open var mapType = MKMapType.standard
        /// Whether buildings are shown.
        ///
        /// - Note: Without effect: there are no maps here.
        open var showsBuildings = true

        /// The usual.
        public override init() {
            super.init()
        }
    }

    /// A picture of a map; there is none here.
    ///
    /// - Note: Without effect: there are no maps here.
    open class Snapshot: NSObject, @unchecked Sendable {
        // Unchecked only because the class is open, as Apple's is: its stored property is a constant.

        /// The picture.
        ///
        /// - Note: Without effect: there are no maps here.
        public let image: UIImage

        init(image: UIImage) {
            self.image = image
        }

        /// Where a place is in the picture.
        ///
        /// - Note: Without effect: there are no maps here.
        open func point(for coordinate: CLLocationCoordinate2D) -> CGPoint { .zero }
    }

    /// What is called with a picture, or with why there is none.
    public typealias CompletionHandler = (Snapshot?, (any Error)?) -> Void

    private let options: Options

    /// Takes what a picture is to show.
    public init(options: Options) {
        self.options = options
    }

    /// Whether a picture is being made.
    ///
    /// - Note: Without effect: there are no maps here.
    open var isLoading: Bool { false }
    /// Fails soon, on the main queue.
    ///
    /// - Note: Without effect: there are no maps here, so it fails.
    open func start(completionHandler: @escaping CompletionHandler) {
        start(with: .main, completionHandler: completionHandler)
    }
    /// Fails soon, on a queue.
    ///
    /// - Note: Without effect: there are no maps here, so it fails.
    open func start(with queue: DispatchQueue, completionHandler: @escaping CompletionHandler) {
        // Called once, on that queue, as Apple's is; its type does not say so there either.
        nonisolated(unsafe) let handler = completionHandler
        queue.async { unsafe handler(nil, MKError(.serverFailure)) }
    }
    /// Fails.
    ///
    /// - Note: Without effect: there are no maps here, so it fails.
    open func start() async throws -> Snapshot { throw MKError(.serverFailure) }
    /// Has no picture made.
    ///
    /// - Note: Without effect: there are no maps here.
    open func cancel() {}
}

/// What can go wrong with maps.
///
/// - SeeAlso: https://developer.apple.com/documentation/mapkit/mkerror
public struct MKError: Error, CustomNSError, Hashable, Sendable {
    /// What went wrong.
    public enum Code: UInt, Sendable {
        /// Something else.
        case unknown = 1
        /// No server answered.
        case serverFailure = 2
        /// Too much was asked for.
        case loadingThrottled = 3
        /// There is no such place.
        case placemarkNotFound = 4
        /// There is no way.
        case directionsNotFound = 5
    }

    /// What went wrong.
    public let code: Code

    /// An error of a kind.
    public init(_ code: Code) {
        self.code = code
    }

    /// The domain of these errors.
    public static var errorDomain: String { "MKErrorDomain" }
    /// The number of what went wrong.
    public var errorCode: Int { Int(code.rawValue) }
}
