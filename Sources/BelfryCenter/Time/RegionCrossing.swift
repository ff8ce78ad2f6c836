// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel
internal import Foundation

extension NotificationTrigger.Region {
    /// The mean radius of the Earth in metres.
    private static let earthRadius = 6_371_008.8

    /// Whether a position lies in the circle, by the great circle from its centre.
    package func contains(_ position: VirtualDevice.Position) -> Bool {
        let from = latitude * .pi / 180
        let to = position.latitude * .pi / 180
        let across = (position.longitude - longitude) * .pi / 180
        let haversine =
            pow(sin((to - from) / 2), 2) + cos(from) * cos(to) * pow(sin(across / 2), 2)
        return 2 * Self.earthRadius * asin(min(1, haversine.squareRoot())) <= radius
    }
}

extension PendingRequest {
    /// Notes a position.
    ///
    /// The first one that is known only says on which side the device is: like Apple's, a region
    /// fires on crossing its border, not on being inside when it is added.
    ///
    /// - Parameter position: Where the device is.
    /// - Returns: Whether the request fires.
    package mutating func note(_ position: VirtualDevice.Position) -> Bool {
        guard case .location(let region, _) = request.trigger else { return false }
        let isInsideNow = region.contains(position)
        defer { isInside = isInsideNow }
        guard let isInside, isInside != isInsideNow else { return false }
        crossings += 1
        return isInsideNow ? region.notifiesOnEntry : region.notifiesOnExit
    }
}
