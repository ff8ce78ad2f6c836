// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import BelfryWire
import Foundation
import Testing

@testable import BelfryRuntime

struct StorageRootTests {
    @Test func `a directory that cannot be had costs itself alone, by its name`() throws {
        let folder = try TemporaryFolder()
        let root = try StorageRoot(path: folder.path, owner: nil)
        try folder.write("", to: "groups/group.com.example.bad")
        var manifest = Manifest(
            identifier: "com.example.app.service",
            executable: "a",
            extensionPoint: .service
        )
        var entitlements = Entitlements()
        entitlements.applicationGroups = ["group.com.example.bad", "group.com.example.good"]
        manifest.take(entitlements)

        let grant = root.grant(for: manifest)

        #expect(
            grant.folders.map(\.identifier) == [
                "com.example.app.service", "group.com.example.good",
            ]
        )
        #expect(grant.folders.map { "\($0.kind)" } == ["data", "group"])
        let shortfall = try #require(grant.shortfall)
        #expect(shortfall.hasPrefix("the group directory of group.com.example.bad cannot be"))
        #expect(!shortfall.contains("good"))
    }

    @Test func `the own directories of bundles go whole, and what a removal left of them`() throws {
        let folder = try TemporaryFolder()
        let root = try StorageRoot(path: folder.path, owner: nil)
        let identifiers = ["com.example.one", "com.example.two", "com.example.three"]
        for identifier in identifiers {
            try folder.write("kept", to: "data/\(identifier)/Documents/file")
        }
        try folder.setMode(0o000, of: "data/com.example.one/Documents")
        try folder.write("left", to: "data/.removed-com.example.one/file")
        try folder.write("left", to: "data/.removed-com.example.four/file")
        try root.removeOwn(of: [
            "com.example.one", "com.example.two", "com.example.four", "../data",
        ])
        let left = try FileManager.default.contentsOfDirectory(atPath: folder("data"))
        #expect(left == ["com.example.three"])
    }

    @Test(arguments: [
        ("com.example." + String(repeating: "a", count: 117), "has 129 characters"),
        ("com.example..service", "two in a row"),
    ])
    func `a bundle that gets no directory of its own for its identifier is told so`(
        identifier: String,
        words: String
    ) throws {
        let folder = try TemporaryFolder()
        let root = try StorageRoot(path: folder.path, owner: nil)
        let manifest = Manifest(
            identifier: identifier,
            executable: "a",
            extensionPoint: .service
        )

        let grant = root.grant(for: manifest)

        #expect(grant.folders.isEmpty)
        let shortfall = try #require(grant.shortfall)
        #expect(shortfall.hasPrefix("it has no directory of its own") && shortfall.contains(words))
    }
}
