// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CoreLocation
internal import Foundation
internal import Testing

@Suite struct CLRegionTests {
    private let berlin = CLLocationCoordinate2D(latitude: 52.52, longitude: 13.405)

    @Test func `a circle contains what is near`() {
        let region = CLCircularRegion(center: berlin, radius: 1000, identifier: "b")
        #expect(region.contains(CLLocationCoordinate2D(latitude: 52.525, longitude: 13.405)))
        #expect(!region.contains(CLLocationCoordinate2D(latitude: 52.54, longitude: 13.405)))
    }

    @Test func `distances are along the earth`() {
        let munich = CLLocation(latitude: 48.1372, longitude: 11.5756)
        let distance = CLLocation(latitude: 52.52, longitude: 13.405).distance(from: munich)
        #expect(abs(distance - 504_000) < 2000)
    }

    @Test func `a copy changes on its own`() throws {
        let region = CLCircularRegion(center: berlin, radius: 1, identifier: "b")
        let copy = try #require(region.copy() as? CLCircularRegion)
        copy.notifyOnEntry = false
        #expect(region.notifyOnEntry && copy == region && copy.radius == 1)
    }

    @Test func `coordinates have bounds`() {
        #expect(CLLocationCoordinate2DIsValid(berlin))
        #expect(!CLLocationCoordinate2DIsValid(kCLLocationCoordinate2DInvalid))
    }
}
