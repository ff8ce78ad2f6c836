// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import CoreLocation
public import Foundation

/// How many degrees a map shows.
public struct MKCoordinateSpan: Sendable {
    /// From north to south.
    public var latitudeDelta: CLLocationDegrees
    /// From west to east.
    public var longitudeDelta: CLLocationDegrees

    /// Creates none.
    public init() {
        self.init(latitudeDelta: 0, longitudeDelta: 0)
    }

    /// Creates a number of degrees.
    public init(latitudeDelta: CLLocationDegrees, longitudeDelta: CLLocationDegrees) {
        (self.latitudeDelta, self.longitudeDelta) = (latitudeDelta, longitudeDelta)
    }
}

/// What a map shows.
public struct MKCoordinateRegion: Sendable {
    /// Its middle.
    public var center: CLLocationCoordinate2D
    /// How much is around it.
    public var span: MKCoordinateSpan

    /// Creates the origin alone.
    public init() {
        self.init(center: CLLocationCoordinate2D(), span: MKCoordinateSpan())
    }

    /// Creates a region of a middle and a number of degrees.
    public init(center: CLLocationCoordinate2D, span: MKCoordinateSpan) {
        (self.center, self.span) = (center, span)
    }

    /// Creates a region of a middle and a number of metres.
    public init(
        center: CLLocationCoordinate2D,
        latitudinalMeters: CLLocationDistance,
        longitudinalMeters: CLLocationDistance
    ) {
        let metresOfDegree = 111_320.0
        let shrink = max(cos(center.latitude * .pi / 180), 1e-6)
        let span = MKCoordinateSpan(
            latitudeDelta: latitudinalMeters / metresOfDegree,
            longitudeDelta: longitudinalMeters / metresOfDegree / shrink
        )
        self.init(center: center, span: span)
    }
}

/// Something that is marked on a map.
public protocol MKAnnotation: NSObjectProtocol {
    /// Where it is.
    var coordinate: CLLocationCoordinate2D { get }
}

/// A point that is marked on a map.
open class MKPointAnnotation: NSObject, MKAnnotation {
    /// Where it is.
    open var coordinate = CLLocationCoordinate2D()
    /// What it is called.
    open var title: String?
    /// What is said of it.
    open var subtitle: String?
}
