// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import Foundation
internal import Testing

/// When the user's zone is looked for again.
@Suite struct ZoneSourceTests {
    @Test func `is another one once the link or its file has changed`() throws {
        let files = FileManager.default
        let folder = files.temporaryDirectory.appendingPathComponent("zone-\(UUID().uuidString)")
        try files.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? files.removeItem(at: folder) }
        let link = folder.appendingPathComponent("localtime")
        let zones = ["Berlin", "Rome"].map { folder.appendingPathComponent($0) }
        let nowhere = ZoneSource(at: link.path)
        try Data("one".utf8).write(to: zones[0])
        // Another name of the same file is another zone.
        try files.linkItem(at: zones[0], to: zones[1])
        try files.createSymbolicLink(at: link, withDestinationURL: zones[0])
        let berlin = ZoneSource(at: link.path)
        #expect(berlin != nowhere)
        #expect(berlin == ZoneSource(at: link.path))
        try files.removeItem(at: link)
        try files.createSymbolicLink(at: link, withDestinationURL: zones[1])
        let rome = ZoneSource(at: link.path)
        #expect(rome != berlin)
        try Data("other".utf8).write(to: zones[1])
        #expect(ZoneSource(at: link.path) != rome)
    }

    @Test func `a clock finds the zone that Foundation finds, each time`() {
        let clock = SystemClock()
        let expected = TimeZone.current.identifier
        #expect([clock.timeZone, clock.timeZone] == [expected, expected])
    }
}
