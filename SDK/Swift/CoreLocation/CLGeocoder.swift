// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// Finds addresses for places, and places for addresses.
///
/// - Note: Without effect: nothing here knows places; it fails, with ``CLError/Code/network``, as on
///   an iPhone without a network.
/// - SeeAlso: https://developer.apple.com/documentation/corelocation/clgeocoder
open class CLGeocoder: NSObject, @unchecked Sendable {
    // Unchecked only because the class is open, as Apple's is: it stores nothing.

    /// What is called with what was found, or with why nothing was.
    public typealias CompletionHandler = ([CLPlacemark]?, (any Error)?) -> Void

    /// A geocoder.
    public override init() {
        super.init()
    }

    /// Whether it is at work: never.
    ///
    /// - Note: Without effect: nothing here knows places.
    open var isGeocoding: Bool { false }
    /// Fails soon, on the main queue.
    ///
    /// - Note: Without effect: nothing here knows places, so it fails.
    open func reverseGeocodeLocation(
        _ location: CLLocation,
        completionHandler: @escaping CompletionHandler
    ) { fail(completionHandler) }
    /// Fails soon, on the main queue.
    ///
    /// - Note: Without effect: nothing here knows places, so it fails.
    open func reverseGeocodeLocation(
        _ location: CLLocation,
        preferredLocale locale: Locale?,
        completionHandler: @escaping CompletionHandler
    ) { fail(completionHandler) }
    /// Fails soon, on the main queue.
    ///
    /// - Note: Without effect: nothing here knows places, so it fails.
    open func geocodeAddressString(
        _ addressString: String,
        completionHandler: @escaping CompletionHandler
    ) { fail(completionHandler) }
    /// Has nothing looked for any more.
    ///
    /// - Note: Without effect: nothing here knows places.
    open func cancelGeocode() {}

    private func fail(_ handler: @escaping CompletionHandler) {
        // Called once, on the main thread, as Apple's is; its type does not say so there either.
        nonisolated(unsafe) let handler = handler
        DispatchQueue.main.async { unsafe handler(nil, CLError(.network)) }
    }
}

/// A place, and its address, of which nothing is known here.
///
/// - SeeAlso: https://developer.apple.com/documentation/corelocation/clplacemark
open class CLPlacemark: NSObject, @unchecked Sendable {
    // Unchecked only because the class is open, as Apple's is: its stored property is a constant.

    /// Where it is.
    public let location: CLLocation?

    package init(location: CLLocation?) {
        self.location = location
    }

    /// What it is called.
    open var name: String? { nil }
    /// The street.
    open var thoroughfare: String? { nil }
    /// The number in the street.
    open var subThoroughfare: String? { nil }
    /// The town.
    open var locality: String? { nil }
    /// The part of the town.
    open var subLocality: String? { nil }
    /// The state.
    open var administrativeArea: String? { nil }
    /// The postal code.
    open var postalCode: String? { nil }
    /// The country.
    open var country: String? { nil }
    /// The country's code.
    open var isoCountryCode: String? { nil }
}
