// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryModel
internal import Hummingbird

/// The regions that requests wait for.
extension CenterAPI {
    func addRegions(to router: Router<APIContext>) {
        router.get("/v1/device/regions") { _, _ in
            let (requests, device) = try await center.perform { turn in
                (try turn.transaction.requests(of: nil), try turn.transaction.device())
            }
            return Response.json(.object(RegionList(requests, device.position).document))
        }
    }
}

/// The regions of pending requests, and where the device is.
struct RegionList {
    /// A circle that several requests may wait for.
    private struct Circle: Hashable {
        let identifier: String
        let latitude: Double
        let longitude: Double
        let radius: Double
    }

    private var regions: [(region: NotificationTrigger.Region, requests: [PendingRequest])] = []
    private let position: VirtualDevice.Position?

    /// - Parameters:
    ///   - requests: The pending requests, in order.
    ///   - position: Where the device is; nil where that is not known.
    init(_ requests: [PendingRequest], _ position: VirtualDevice.Position?) {
        self.position = position
        var places: [Circle: Int] = [:]
        for pending in requests {
            guard case .location(let region, _) = pending.request.trigger else { continue }
            let circle = Circle(
                identifier: region.identifier,
                latitude: region.latitude,
                longitude: region.longitude,
                radius: region.radius
            )
            if let place = places[circle] {
                regions[place].requests.append(pending)
            } else {
                places[circle] = regions.count
                regions.append((region, [pending]))
            }
        }
    }

    /// A position in none of the regions; nil where they cover all that are tried.
    var elsewhere: VirtualDevice.Position? {
        for latitude in stride(from: 0.0, through: 80, by: 10) {
            for longitude in stride(from: -170.0, through: 170, by: 20) {
                let position = VirtualDevice.Position(latitude: latitude, longitude: longitude)
                if !regions.contains(where: { $0.region.contains(position) }) { return position }
            }
        }
        return nil
    }

    /// The regions, in the order of their requests.
    var document: JSONObject {
        var object: JSONObject = ["regions": .array(regions.map { document(of: $0, $1) })]
        object["position"] = position.map { Self.document(of: $0) }
        object["elsewhere"] = elsewhere.map { Self.document(of: $0) }
        return object
    }

    private func document(
        of region: NotificationTrigger.Region,
        _ requests: [PendingRequest]
    ) -> JSONValue {
        var object = Self.members(
            of: VirtualDevice.Position(latitude: region.latitude, longitude: region.longitude)
        )
        object["identifier"] = .string(region.identifier)
        object["radius"] = JSONNumber(region.radius).map { .number($0) }
        object["isInside"] = position.map { .bool(region.contains($0)) }
        object["requests"] = .array(
            requests.map { pending in
                ["app": .string(pending.app), "identifier": .string(pending.request.identifier)]
            }
        )
        return .object(object)
    }

    private static func document(of position: VirtualDevice.Position) -> JSONValue {
        .object(members(of: position))
    }

    private static func members(of position: VirtualDevice.Position) -> JSONObject {
        var object = JSONObject()
        object["latitude"] = JSONNumber(position.latitude).map { .number($0) }
        object["longitude"] = JSONNumber(position.longitude).map { .number($0) }
        return object
    }
}
