// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import CoreLocation
public import Foundation
public import UIKit

/// A place for a map: a grey view that says the coordinate it would show.
///
/// - Note: There are no maps here.
@preconcurrency @MainActor
open class MKMapView: UIView {
    private let caption = UILabel()

    /// Creates a view of a place.
    public override init(frame: CGRect) {
        super.init(frame: frame)
        beGrey()
    }

    /// Creates a view for a storyboard, which says the rest.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        beGrey()
    }

    private func beGrey() {
        backgroundColor = .systemGray4
        caption.textAlignment = .center
        caption.textColor = .secondaryLabel
        caption.font = .systemFont(ofSize: 13)
        caption.translatesAutoresizingMaskIntoConstraints = false
        addSubview(caption)
        NSLayoutConstraint.activate([
            caption.centerXAnchor.constraint(equalTo: centerXAnchor),
            caption.centerYAnchor.constraint(equalTo: centerYAnchor),
        ])
    }

    /// What the map is to show.
    open var region = MKCoordinateRegion() {
        didSet {
            let center = region.center
            caption.text = String(format: "Map: %.4f, %.4f", center.latitude, center.longitude)
        }
    }

    /// Says what the map is to show.
    open func setRegion(_ region: MKCoordinateRegion, animated: Bool) { self.region = region }

    /// The middle of what the map is to show.
    open var centerCoordinate: CLLocationCoordinate2D {
        get { region.center }
        set { region.center = newValue }
    }

    /// What is marked on the map.
    open private(set) var annotations: [any MKAnnotation] = []
    /// Marks something on the map.
    ///
    /// - Note: Without effect: it is kept.
    open func addAnnotation(_ annotation: any MKAnnotation) { annotations.append(annotation) }
    /// Marks things on the map.
    ///
    /// - Note: Without effect: they are kept.
    open func addAnnotations(_ annotations: [any MKAnnotation]) { self.annotations += annotations }
    /// No longer marks something on the map.
    ///
    /// - Note: Without effect: what is marked is not seen.
    open func removeAnnotation(_ annotation: any MKAnnotation) {
        annotations.removeAll { $0 === annotation }
    }

    /// Who hears of the map; nobody does.
    ///
    /// - Note: Without effect: there are no maps here, so it hears of nothing.
    open weak var delegate: (any MKMapViewDelegate)?
    /// How the map looks.
    ///
    /// - Note: Without effect: there are no maps here.
    open var mapType = MKMapType.standard
    /// Which places of interest are shown.
    ///
    /// - Note: Without effect: there are no maps here.
    open var pointOfInterestFilter: MKPointOfInterestFilter?
    /// How the map follows the user.
    ///
    /// - Note: Without effect: there are no maps here.
    open var userTrackingMode = MKUserTrackingMode.none
    /// Whether the user is shown.
    ///
    /// - Note: Without effect: there are no maps here.
    open var showsUserLocation = false
    /// Whether the scale is shown.
    ///
    /// - Note: Without effect: there are no maps here.
    open var showsScale = false
    /// Whether the compass is shown.
    ///
    /// - Note: Without effect: there are no maps here.
    open var showsCompass = true
    /// Whether places of interest are shown.
    ///
    /// - Note: Without effect: there are no maps here.
    open var showsPointsOfInterest = true
    /// Whether the user can change the scale.
    ///
    /// - Note: Without effect: there are no maps here.
    open var isZoomEnabled = true
    /// Whether the user can move the map.
    ///
    /// - Note: Without effect: there are no maps here.
    open var isScrollEnabled = true
    /// Whether the user can tilt the map.
    ///
    /// - Note: Without effect: there are no maps here.
    open var isPitchEnabled = true
    /// Whether the user can turn the map.
    ///
    /// - Note: Without effect: there are no maps here.
    open var isRotateEnabled = true
}

extension MKMapView: StoryboardOutletHolder {
    /// Sets the delegate.
    package func setStoryboardOutlet(_ name: String, to value: Any) -> Bool {
        guard name == "delegate" else { return false }
        delegate = value as? any MKMapViewDelegate
        return true
    }
}

/// Who hears of a map.
@preconcurrency @MainActor
public protocol MKMapViewDelegate: NSObjectProtocol {}

/// How a map looks.
public enum MKMapType: UInt, Sendable {
    /// As usual.
    case standard = 0
    /// From above.
    case satellite = 1
    /// From above, with names.
    case hybrid = 2
    /// From above, as the land lies.
    case satelliteFlyover = 3
    /// From above, as the land lies, with names.
    case hybridFlyover = 4
    /// As usual, in colours that what is above stands out from.
    case mutedStandard = 5
}

/// Which places of interest a map shows.
///
/// - SeeAlso: https://developer.apple.com/documentation/mapkit/mkpointofinterestfilter
public final class MKPointOfInterestFilter: NSObject, Sendable {
    /// All of them.
    public static let includingAll = MKPointOfInterestFilter()
    /// None.
    public static let excludingAll = MKPointOfInterestFilter()
}

/// How a map follows the user.
public enum MKUserTrackingMode: Int, Sendable {
    /// Not at all.
    case none = 0
    /// Where the user is.
    case follow = 1
    /// Where the user is and looks.
    case followWithHeading = 2
}
