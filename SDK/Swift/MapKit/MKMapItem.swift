// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import CoreLocation
public import Foundation

/// The person who holds the phone, on a map; never there, as nobody knows where they are.
///
/// - SeeAlso: https://developer.apple.com/documentation/mapkit/mkuserlocation
open class MKUserLocation: NSObject, MKAnnotation {
    /// Where they are: not known.
    open var location: CLLocation? { nil }
    /// Where they are: not known.
    open var coordinate: CLLocationCoordinate2D { kCLLocationCoordinate2DInvalid }
}

/// A place, and what is known of it.
///
/// - SeeAlso: https://developer.apple.com/documentation/mapkit/mkplacemark
open class MKPlacemark: CLPlacemark, MKAnnotation, @unchecked Sendable {
    // Unchecked only because the class is open, as Apple's is: its stored properties are constants.

    /// Where it is.
    public let coordinate: CLLocationCoordinate2D

    /// Takes a place.
    public init(coordinate: CLLocationCoordinate2D) {
        self.coordinate = coordinate
        super.init(
            location: CLLocation(latitude: coordinate.latitude, longitude: coordinate.longitude)
        )
    }

    /// Takes a place with an address, which is not kept.
    public convenience init(
        coordinate: CLLocationCoordinate2D,
        addressDictionary: [String: Any]?
    ) {
        self.init(coordinate: coordinate)
    }
}

/// A place for an app of maps.
///
/// - SeeAlso: https://developer.apple.com/documentation/mapkit/mkmapitem
open class MKMapItem: NSObject, @unchecked Sendable {
    // Unchecked only because the class is open, as Apple's is: it is used by its owner.

    /// The place.
    public let placemark: MKPlacemark
    /// What it is called.
    open var name: String?

    /// Takes a place.
    public init(placemark: MKPlacemark) {
        self.placemark = placemark
    }

    /// Opens an app of maps.
    ///
    /// - Note: Without effect: there are no apps here; it returns false.
    @discardableResult
    open func openInMaps(launchOptions: [String: Any]? = nil) -> Bool { false }

    /// Opens an app of maps with places.
    ///
    /// - Note: Without effect: there are no apps here; it returns false.
    @discardableResult
    open class func openMaps(with mapItems: [MKMapItem], launchOptions: [String: Any]?) -> Bool {
        false
    }
}

/// How one gets to a place.
public let MKLaunchOptionsDirectionsModeKey = "MKLaunchOptionsDirectionsMode"
/// By car.
public let MKLaunchOptionsDirectionsModeDriving = "MKLaunchOptionsDirectionsModeDriving"
/// On foot.
public let MKLaunchOptionsDirectionsModeWalking = "MKLaunchOptionsDirectionsModeWalking"
/// By bus and train.
public let MKLaunchOptionsDirectionsModeTransit = "MKLaunchOptionsDirectionsModeTransit"
/// The middle of the map.
public let MKLaunchOptionsMapCenterKey = "MKLaunchOptionsMapCenter"
/// How much of the earth is seen.
public let MKLaunchOptionsMapSpanKey = "MKLaunchOptionsMapSpan"
