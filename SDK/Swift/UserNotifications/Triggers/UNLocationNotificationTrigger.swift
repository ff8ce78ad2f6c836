// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import CoreLocation
public import Foundation

/// A trigger that waits for the device to enter or leave a region.
// Unchecked only because its superclass is; its stored property is a constant.
open class UNLocationNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {
    private let place: Place

    /// The region to enter or leave; changes to it change nothing of the trigger.
    open var region: CLRegion { place.region }

    /// Creates a trigger that waits for a copy of a region as it is now.
    public init(region: CLRegion, repeats: Bool) {
        place = Place(region)
        super.init(repeats: repeats)
    }

    /// Reads the trigger from an archive.
    public required convenience init?(coder: NSCoder) {
        guard let document = Document(coder: coder) else { return nil }
        self.init(document: document)
    }

    /// Reads the trigger from its document.
    override init?(document: Document) {
        guard let place = Place(document: document.object("region") ?? Document()) else {
            return nil
        }
        self.place = place
        super.init(document: document)
    }

    /// The trigger as it travels.
    override var document: Document {
        var document = super.document
        document.members["kind"] = "location"
        document.members["region"] = place.document.members
        return document
    }

    /// The class, whether it repeats and the region.
    open override var description: String {
        "<\(type(of: self)): repeats: \(repeats), region: \(region)>"
    }
}

extension UNLocationNotificationTrigger {
    /// A region as a value.
    private struct Place: Sendable {
        let identifier: String
        let circle: (center: CLLocationCoordinate2D, radius: CLLocationDistance)?
        let notifyOnEntry: Bool
        let notifyOnExit: Bool

        init(_ region: CLRegion) {
            identifier = region.identifier
            circle = (region as? CLCircularRegion).map { ($0.center, $0.radius) }
            notifyOnEntry = region.notifyOnEntry
            notifyOnExit = region.notifyOnExit
        }

        init?(document: Document) {
            guard let identifier = document.text("identifier") else { return nil }
            self.identifier = identifier
            circle = document.number("radius").map { radius in
                let center = CLLocationCoordinate2D(
                    latitude: document.number("latitude")?.doubleValue ?? 0,
                    longitude: document.number("longitude")?.doubleValue ?? 0
                )
                return (center, radius.doubleValue)
            }
            notifyOnEntry = document.number("notifyOnEntry")?.boolValue ?? true
            notifyOnExit = document.number("notifyOnExit")?.boolValue ?? true
        }

        var region: CLRegion {
            let region =
                circle.map {
                    CLCircularRegion(center: $0.center, radius: $0.radius, identifier: identifier)
                } ?? CLRegion(identifier: identifier)
            region.notifyOnEntry = notifyOnEntry
            region.notifyOnExit = notifyOnExit
            return region
        }

        var document: Document {
            Document([
                "identifier": identifier,
                "latitude": circle?.center.latitude,
                "longitude": circle?.center.longitude,
                "radius": circle?.radius,
                "notifyOnEntry": notifyOnEntry,
                "notifyOnExit": notifyOnExit,
            ])
        }
    }
}
