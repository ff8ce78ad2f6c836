// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryCenterEngine
import BelfryModel
import BelfryRuntime
import EndToEndSupport
import Foundation
import Testing

struct KnownBundlesTests {
    /// A bundle whose manifest says a version; its library is not opened.
    private static func write(version: String, to bundle: URL) throws {
        try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: true)
        let template = Workshop.root.appendingPathComponent("Plugins/TitleStamp/Info.plist")
        var format = PropertyListSerialization.PropertyListFormat.xml
        let list = try PropertyListSerialization.propertyList(
            from: try Data(contentsOf: template),
            format: &format
        )
        var members = try #require(list as? [String: Any])
        members["CFBundleShortVersionString"] = version
        try PropertyListSerialization.data(fromPropertyList: members, format: .xml, options: 0)
            .write(to: bundle.appendingPathComponent("Info.plist"))
    }

    @Test func `a bundle is read anew once its property lists have changed`() throws {
        let workshop = try Workshop()
        let folder = workshop.folder.appendingPathComponent("Known.appex")
        let bundles = KnownBundles()
        try Self.write(version: "1.0", to: folder)
        #expect(try bundles.bundle(at: folder.path).manifest.version == "1.0")
        #expect(try bundles.bundle(at: folder.path).manifest.version == "1.0")

        try Self.write(version: "2.0", to: folder)
        #expect(try bundles.bundle(at: folder.path).manifest.version == "2.0")

        let list = folder.appendingPathComponent("Info.plist")
        try FileManager.default.removeItem(at: list)
        #expect(throws: BundleError.self) { try bundles.bundle(at: folder.path) }

        try Self.write(version: "3.0", to: folder)
        #expect(try bundles.bundle(at: folder.path).manifest.version == "3.0")
    }

    @Test func `entitlements that are added count from the next run on`() throws {
        let workshop = try Workshop()
        let folder = workshop.folder.appendingPathComponent("Known.appex")
        let bundles = KnownBundles()
        try Self.write(version: "1.0", to: folder)
        #expect(try bundles.bundle(at: folder.path).manifest.entitlements.applicationGroups.isEmpty)
        let groups = ["com.apple.security.application-groups": ["group.com.example.known"]]
        try PropertyListSerialization.data(fromPropertyList: groups, format: .xml, options: 0)
            .write(to: folder.appendingPathComponent("Entitlements.plist"))
        let entitled = try bundles.bundle(at: folder.path).manifest.entitlements
        #expect(entitled.applicationGroups == ["group.com.example.known"])
    }
}
