// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// A position on the earth.
// Unchecked only because the class is open, as Apple's is: its stored properties are constants.
open class CLLocation: NSObject, NSCopying, @unchecked Sendable {
    /// Where it is.
    public let coordinate: CLLocationCoordinate2D

    /// Creates a position from its degrees.
    public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
        coordinate = CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
        super.init()
    }

    /// The metres between the two positions along the earth, taken for a sphere.
    open func distance(from location: CLLocation) -> CLLocationDistance {
        let meanRadius = 6_371_008.8
        let latitudes = (
            Self.radians(coordinate.latitude), Self.radians(location.coordinate.latitude)
        )
        let dLatitude = latitudes.1 - latitudes.0
        let dLongitude = Self.radians(location.coordinate.longitude - coordinate.longitude)
        let haversine =
            pow(sin(dLatitude / 2), 2)
            + cos(latitudes.0) * cos(latitudes.1) * pow(sin(dLongitude / 2), 2)
        return 2 * meanRadius * asin(min(1, haversine.squareRoot()))
    }

    /// Returns this position, which cannot change.
    open func copy(with zone: NSZone? = nil) -> Any {
        self
    }

    private static func radians(_ degrees: CLLocationDegrees) -> Double {
        degrees * .pi / 180
    }
}
