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
    ///
    /// - Note: Without effect: there are no maps here.
    open var annotation: (any MKAnnotation)?
    /// A name for others of its kind.
    ///
    /// - Note: Without effect: there are no maps here.
    public final let reuseIdentifier: String?
    /// Its picture.
    ///
    /// - Note: Without effect: there are no maps here.
    open var image: UIImage?
    /// Whether a touch shows more.
    ///
    /// - Note: Without effect: there are no maps here.
    open var canShowCallout = false
    /// Where more is shown.
    ///
    /// - Note: Without effect: there are no maps here.
    open var calloutOffset = CGPoint.zero
    /// Where it stands.
    ///
    /// - Note: Without effect: there are no maps here.
    open var centerOffset = CGPoint.zero
    /// What stands to the left of more.
    ///
    /// - Note: Without effect: there are no maps here.
    open var leftCalloutAccessoryView: UIView?
    /// What stands to the right of more.
    ///
    /// - Note: Without effect: there are no maps here.
    open var rightCalloutAccessoryView: UIView?
    /// What stands below more.
    ///
    /// - Note: Without effect: there are no maps here.
    open var detailCalloutAccessoryView: UIView?
    /// Whether it can be moved.
    ///
    /// - Note: Without effect: there are no maps here.
    open var isDraggable = false
    /// A name for those that are shown as one.
    ///
    /// - Note: Without effect: there are no maps here.
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
    ///
    /// - Note: Without effect: there are no maps here.
    open func prepareForReuse() {}
}

/// A balloon on a map.
///
/// - Note: Without effect: there are no maps here.
@preconcurrency @MainActor
open class MKMarkerAnnotationView: MKAnnotationView {
    /// Its colour.
    ///
    /// - Note: Without effect: there are no maps here.
    open var markerTintColor: UIColor?
    /// The colour of what is in it.
    ///
    /// - Note: Without effect: there are no maps here.
    open var glyphTintColor: UIColor?
    /// A text in it.
    ///
    /// - Note: Without effect: there are no maps here.
    open var glyphText: String?
    /// A picture in it.
    ///
    /// - Note: Without effect: there are no maps here.
    open var glyphImage: UIImage?
    /// Whether it comes with a movement.
    ///
    /// - Note: Without effect: there are no maps here.
    open var animatesWhenAdded = false
}

/// A pin on a map.
///
/// - Note: Without effect: there are no maps here.
@preconcurrency @MainActor
open class MKPinAnnotationView: MKAnnotationView {
    /// Its colour.
    ///
    /// - Note: Without effect: there are no maps here.
    // As Apple's, which takes nil and never gives it.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var pinTintColor: UIColor! = .systemRed
    /// Whether it drops.
    ///
    /// - Note: Without effect: there are no maps here.
    open var animatesDrop = false
}
