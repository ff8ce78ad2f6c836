// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// A circle on the earth.
open class CLCircularRegion: CLRegion {
    /// The middle of the circle.
    public let center: CLLocationCoordinate2D
    /// The distance of its edge from the middle, in metres.
    public let radius: CLLocationDistance

    /// Creates a circle.
    public init(
        center: CLLocationCoordinate2D,
        radius: CLLocationDistance,
        identifier: String
    ) {
        self.center = center
        self.radius = radius
        super.init(identifier: identifier)
    }

    /// Reads the circle from an archive.
    public required init?(coder: NSCoder) {
        center = CLLocationCoordinate2D(
            latitude: coder.decodeDouble(forKey: "latitude"),
            longitude: coder.decodeDouble(forKey: "longitude")
        )
        radius = coder.decodeDouble(forKey: "radius")
        super.init(coder: coder)
    }

    /// Writes the circle to an archive.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(center.latitude, forKey: "latitude")
        coder.encode(center.longitude, forKey: "longitude")
        coder.encode(radius, forKey: "radius")
    }

    /// Whether a place lies within the circle.
    open func contains(_ coordinate: CLLocationCoordinate2D) -> Bool {
        let middle = CLLocation(latitude: center.latitude, longitude: center.longitude)
        let place = CLLocation(latitude: coordinate.latitude, longitude: coordinate.longitude)
        return middle.distance(from: place) <= radius
    }

    /// Returns an equal circle that changes on its own.
    open override func copy(with zone: NSZone? = nil) -> Any {
        let copy = CLCircularRegion(center: center, radius: radius, identifier: identifier)
        copy.notifyOnEntry = notifyOnEntry
        copy.notifyOnExit = notifyOnExit
        return copy
    }

    /// The class, the identifier, the middle and the radius.
    open override var description: String {
        """
        <\(type(of: self)): identifier: \(identifier), center: \(center.latitude), \
        \(center.longitude), radius: \(radius)>
        """
    }
}
