// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfrySystem
import Foundation
import Glibc
import Testing

@Suite struct RemovalTests {
    private let folder: String

    init() throws {
        folder =
            FileManager.default.temporaryDirectory
            .appendingPathComponent("belfry-removal-\(UUID().uuidString)").path
        try Descriptor.ensureDirectories("\(folder)/tree")
    }

    @Test func `removes a tree and nothing beside it`() throws {
        try Descriptor.ensureDirectories("\(folder)/tree/a/b")
        try Descriptor.ensureDirectories("\(folder)/beside")
        for name in ["tree/x", "tree/a/y", "tree/a/b/z", "beside/kept"] { try touch(name) }

        try remove("tree")

        #expect(try left() == ["beside"])
        #expect(FileManager.default.fileExists(atPath: "\(folder)/beside/kept"))
        try remove("beside")
    }

    @Test(arguments: [1, 31, 32, 33, 64, 100])
    func `removes a tree of any depth`(depth: Int) throws {
        var path = "\(folder)/tree"
        for _ in 0..<depth {
            path += "/d"
            try Descriptor.ensureDirectories(path)
            try Descriptor.open("\(path)/file", O_CREAT | O_WRONLY).close()
        }

        try remove("tree")

        #expect(try left().isEmpty)
    }

    @Test func `removes links, and leaves alone what they lead to`() throws {
        try Descriptor.ensureDirectories("\(folder)/beside")
        try touch("beside/kept")
        for (name, target) in [("folder", "../beside"), ("file", "../beside/kept"), ("loop", ".")] {
            try FileManager.default.createSymbolicLink(
                atPath: "\(folder)/tree/\(name)",
                withDestinationPath: target
            )
        }

        try remove("tree")

        #expect(try left() == ["beside"])
        #expect(FileManager.default.fileExists(atPath: "\(folder)/beside/kept"))
        try remove("beside")
    }

    @Test func `never takes a link for the tree`() throws {
        try touch("tree/kept")
        try FileManager.default.createSymbolicLink(
            atPath: "\(folder)/link",
            withDestinationPath: "tree"
        )

        #expect(throws: SystemError.self) { try remove("link") }

        #expect(FileManager.default.fileExists(atPath: "\(folder)/tree/kept"))
        try FileManager.default.removeItem(atPath: "\(folder)/link")
        try remove("tree")
    }

    @Test func `removes what its owner may not read, and names that are not text`() throws {
        let bytes: [CChar] = [98, -1, -2, 0]
        let tree = try Descriptor.openDirectory("\(folder)/tree")
        let raw = tree.raw
        try Descriptor.ensureDirectories("\(folder)/tree/text/inner")
        try checked("renameat") { unsafe renameat(raw, "text", raw, bytes) }
        try Descriptor.ensureDirectories("\(folder)/tree/closed/inner/deep")
        for name in ["tree/closed/inner", "tree/closed"] {
            try checked("chmod") { unsafe chmod("\(folder)/\(name)", 0) }
        }

        try remove("tree")

        #expect(try left().isEmpty)
    }

    private func remove(_ name: String) throws {
        try Descriptor.openDirectory(folder).removeTree(name)
        if try left().isEmpty { unsafe rmdir(folder) }
    }

    private func touch(_ name: String) throws {
        try Descriptor.open("\(folder)/\(name)", O_CREAT | O_WRONLY).close()
    }

    private func left() throws -> [String] {
        guard FileManager.default.fileExists(atPath: folder) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }
}
