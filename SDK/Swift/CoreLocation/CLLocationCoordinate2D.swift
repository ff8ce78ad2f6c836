// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// A latitude or longitude in degrees.
public typealias CLLocationDegrees = Double

/// A distance in metres.
public typealias CLLocationDistance = Double

/// A place on the earth.
public struct CLLocationCoordinate2D: Sendable {
    /// The degrees north of the equator.
    public var latitude: CLLocationDegrees
    /// The degrees east of Greenwich.
    public var longitude: CLLocationDegrees

    /// Creates the place at zero degrees north and east.
    public init() {
        self.init(latitude: 0, longitude: 0)
    }

    /// Creates a place from its degrees.
    public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
        self.latitude = latitude
        self.longitude = longitude
    }
}

/// A coordinate that is no place.
public let kCLLocationCoordinate2DInvalid = CLLocationCoordinate2D(latitude: -180, longitude: -180)

/// Creates a place from its degrees.
public func CLLocationCoordinate2DMake(
    _ latitude: CLLocationDegrees,
    _ longitude: CLLocationDegrees
) -> CLLocationCoordinate2D {
    CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
}

/// Whether a coordinate is a place: at most 90 degrees of latitude and 180 of longitude.
public func CLLocationCoordinate2DIsValid(_ coordinate: CLLocationCoordinate2D) -> Bool {
    abs(coordinate.latitude) <= 90 && abs(coordinate.longitude) <= 180
}
