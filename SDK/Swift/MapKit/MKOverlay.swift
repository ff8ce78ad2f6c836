// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import CoreLocation
public import Foundation
public import UIKit

/// A shape on a map.
public protocol MKOverlay: MKAnnotation {}

/// A circle on a map.
open class MKCircle: NSObject, MKOverlay {
    /// Its middle.
    public let coordinate: CLLocationCoordinate2D
    /// Its radius in metres.
    public let radius: CLLocationDistance

    /// Creates a circle.
    public init(center: CLLocationCoordinate2D, radius: CLLocationDistance) {
        coordinate = center
        self.radius = radius
    }
}

/// A line on a map.
open class MKPolyline: NSObject, MKOverlay {
    private let points: [CLLocationCoordinate2D]

    /// Its first point.
    public var coordinate: CLLocationCoordinate2D { points.first ?? CLLocationCoordinate2D() }
    /// How many points it has.
    public var pointCount: Int { points.count }

    /// Creates a line through points.
    public init(coordinates: [CLLocationCoordinate2D], count: Int) {
        points = Array(coordinates.prefix(max(count, 0)))
    }
}

/// What draws a shape on a map.
///
/// - Note: Without effect: there are no maps here, so nothing asks for it.
@preconcurrency @MainActor
open class MKOverlayRenderer: NSObject {
    /// The shape.
    ///
    /// - Note: Without effect: there are no maps here.
    public final let overlay: any MKOverlay
    /// How much of what is behind is hidden.
    ///
    /// - Note: Without effect: there are no maps here.
    open var alpha: CGFloat = 1

    /// Creates what draws a shape.
    public init(overlay: any MKOverlay) {
        self.overlay = overlay
    }
}

/// What draws a shape with lines.
///
/// - Note: Without effect: there are no maps here.
@preconcurrency @MainActor
open class MKOverlayPathRenderer: MKOverlayRenderer {
    /// The colour of what is inside.
    ///
    /// - Note: Without effect: there are no maps here.
    open var fillColor: UIColor?
    /// The colour of the line.
    ///
    /// - Note: Without effect: there are no maps here.
    open var strokeColor: UIColor?
    /// How wide the line is.
    ///
    /// - Note: Without effect: there are no maps here.
    open var lineWidth: CGFloat = 0
    /// The lengths of dashes and gaps.
    ///
    /// - Note: Without effect: there are no maps here.
    open var lineDashPattern: [NSNumber]?
}

/// What draws a circle.
///
/// - Note: Without effect: there are no maps here.
@preconcurrency @MainActor
open class MKCircleRenderer: MKOverlayPathRenderer {
    /// Creates what draws a circle.
    public convenience init(circle: MKCircle) { self.init(overlay: circle) }
}

/// What draws a line.
///
/// - Note: Without effect: there are no maps here.
@preconcurrency @MainActor
open class MKPolylineRenderer: MKOverlayPathRenderer {
    /// Creates what draws a line.
    public convenience init(polyline: MKPolyline) { self.init(overlay: polyline) }
}

extension MKMapView {
    /// The region as it would be shown: as it is.
    ///
    /// - Note: Without effect: there are no maps here.
    public func regionThatFits(_ region: MKCoordinateRegion) -> MKCoordinateRegion { region }
    /// Says more of something that is marked.
    ///
    /// - Note: Without effect: there are no maps here.
    public func selectAnnotation(_ annotation: any MKAnnotation, animated: Bool) {}
    /// Says no more of something that is marked.
    ///
    /// - Note: Without effect: there are no maps here.
    public func deselectAnnotation(_ annotation: (any MKAnnotation)?, animated: Bool) {}
    /// Goes to a place.
    public func setCenter(_ coordinate: CLLocationCoordinate2D, animated: Bool) {
        centerCoordinate = coordinate
    }
    /// Shows all that is marked: its middle.
    public func showAnnotations(_ annotations: [any MKAnnotation], animated: Bool) {
        guard !annotations.isEmpty else { return }
        let places = annotations.map(\.coordinate)
        let count = Double(places.count)
        centerCoordinate = CLLocationCoordinate2D(
            latitude: places.map(\.latitude).reduce(0, +) / count,
            longitude: places.map(\.longitude).reduce(0, +) / count
        )
    }
    /// Marks nothing of these any longer.
    ///
    /// - Note: Without effect: what is marked is not seen.
    public func removeAnnotations(_ annotations: [any MKAnnotation]) {
        for annotation in annotations { removeAnnotation(annotation) }
    }
    /// Draws a shape.
    ///
    /// - Note: Without effect: there are no maps here.
    public func addOverlay(_ overlay: any MKOverlay) {}
    /// Draws shapes.
    ///
    /// - Note: Without effect: there are no maps here.
    public func addOverlays(_ overlays: [any MKOverlay]) {}
    /// Draws a shape no more.
    ///
    /// - Note: Without effect: there are no maps here.
    public func removeOverlay(_ overlay: any MKOverlay) {}
    /// A mark that can be used again: none.
    ///
    /// - Note: Without effect: there are no maps here, so there is none.
    public func dequeueReusableAnnotationView(
        withIdentifier identifier: String
    ) -> MKAnnotationView? {
        nil
    }
    /// Has marks be of a class.
    ///
    /// - Note: Without effect: there are no maps here.
    public func register(
        _ viewClass: AnyClass?,
        forAnnotationViewWithReuseIdentifier identifier: String
    ) {}
}
