// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfrySystem
import Foundation
import Glibc
import Testing

@testable import BelfryAttachments

@Suite struct IncomingFileTests {
    private let stage: Stage

    init() throws {
        stage = try Stage()
        try Descriptor.ensureDirectories(stage.store.path)
    }

    @Test func `a store's first file sweeps what killed hosts have left, and nothing else`() throws
    {
        let root = try Descriptor.openDirectory(stage.store.path)
        let living = try IncomingFile(in: root)
        for name in [".incoming-left", ".other", "99"] {
            try stage.write([1], to: "\(stage.store.path)/\(name)")
        }

        let file = try add("photo.png")

        #expect(stage.storedPaths() == [living.name, ".other", "99", file].sorted())
        try living.file.writeAll([1])
    }

    @Test func `a store sweeps once`() throws {
        let file = try add("photo.png")
        try stage.write([1], to: "\(stage.store.path)/.incoming-later")

        #expect(try add("photo.png") == file)

        #expect(stage.storedPaths() == [".incoming-later", file])
    }

    @Test func `follows no link that lies there`() throws {
        try stage.write([1], to: "\(stage.outside)/kept")
        try FileManager.default.createSymbolicLink(
            atPath: "\(stage.store.path)/.incoming-link",
            withDestinationPath: "\(stage.outside)/kept"
        )
        let root = try Descriptor.openDirectory(stage.store.path)

        IncomingFile.sweep(root, at: stage.store.path)

        #expect(FileManager.default.fileExists(atPath: "\(stage.outside)/kept"))
    }

    private func add(_ name: String) throws -> String {
        try stage.write(AttachmentType.png.sample, to: name)
        return try stage.take(AttachmentRequest(path: name)).get().file.relativePath
    }
}
