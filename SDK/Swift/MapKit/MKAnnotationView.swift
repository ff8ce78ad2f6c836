// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation
public import UIKit

/// What marks something on a map.
///
/// - Note: Without effect: there are no maps here, so nothing asks for it.
@preconcurrency @MainActor
open class MKAnnotationView: UIView {
    /// What is marked.
    open var annotation: (any MKAnnotation)?
    /// A name for others of its kind.
    public final let reuseIdentifier: String?
    /// Its picture.
    open var image: UIImage?
    /// Whether a touch shows more.
    open var canShowCallout = false
    /// Where more is shown.
    open var calloutOffset = CGPoint.zero
    /// Where it stands.
    open var centerOffset = CGPoint.zero
    /// What stands to the left of more.
    open var leftCalloutAccessoryView: UIView?
    /// What stands to the right of more.
    open var rightCalloutAccessoryView: UIView?
    /// What stands below more.
    open var detailCalloutAccessoryView: UIView?
    /// Whether it can be moved.
    open var isDraggable = false
    /// A name for those that are shown as one.
    open var clusteringIdentifier: String?

    /// Creates a mark.
    public init(annotation: (any MKAnnotation)?, reuseIdentifier: String?) {
        self.annotation = annotation
        self.reuseIdentifier = reuseIdentifier
        super.init(frame: .zero)
    }

    /// Creates a mark for a storyboard.
    public required init?(coder: NSCoder) {
        reuseIdentifier = nil
        super.init(coder: coder)
    }

    /// Tells that it is used again.
    open func prepareForReuse() {}
}

/// A balloon on a map.
///
/// - Note: Without effect: there are no maps here.
@preconcurrency @MainActor
open class MKMarkerAnnotationView: MKAnnotationView {
    /// Its colour.
    open var markerTintColor: UIColor?
    /// The colour of what is in it.
    open var glyphTintColor: UIColor?
    /// A text in it.
    open var glyphText: String?
    /// A picture in it.
    open var glyphImage: UIImage?
    /// Whether it comes with a movement.
    open var animatesWhenAdded = false
}

/// A pin on a map.
///
/// - Note: Without effect: there are no maps here.
@preconcurrency @MainActor
open class MKPinAnnotationView: MKAnnotationView {
    /// Its colour.
    // As Apple's, which takes nil and never gives it.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var pinTintColor: UIColor! = .systemRed
    /// Whether it drops.
    open var animatesDrop = false
}
