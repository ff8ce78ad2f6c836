// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import BelfrySystem
import Foundation
import Glibc
import Testing

@testable import BelfryRuntime

@Suite struct WatchedFilesTests {
    private let folder = FileManager.default.temporaryDirectory.path + "/belfry-\(UUID())"

    /// Counts how often trees are counted.
    private final class CountedFiles: StorageKeeping {
        private(set) var recountCount = 0

        func recount(_ path: String, _ record: TreeRecord) -> TreeSize? {
            recountCount += 1
            return try? Descriptor.openDirectory(path).recountTree(record)
        }

        func record(_ path: String, fileLimit: Int) -> TreeRecord? {
            try? Descriptor.openDirectory(path).recordTree(fileLimit: fileLimit)
        }

        func grant(for manifest: Manifest) -> StorageGrant { StorageGrant() }
        func isThere(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }
        func room(at path: String) -> FileSystemRoom? { nil }
        func sizes(of paths: [String]) async -> [String: TreeSize] { [:] }
        func trim(_ path: String, _ trim: TreeTrim) async -> TreeTrim.Result? { nil }
    }

    /// A tree that was recounted often enough to be watched.
    private struct WatchedTree {
        let counted = CountedFiles()
        let files: WatchedFiles
        var record: TreeRecord

        init(
            _ folder: String,
            inner: String = "/a/b",
            files names: [String] = []
        ) async throws {
            try Descriptor.ensureDirectories(folder + inner)
            for name in names { _ = try Descriptor.open("\(folder)/\(name)", O_WRONLY | O_CREAT) }
            files = WatchedFiles(counted)
            repeat {
                // Its last change has to be old enough to be known by its time.
                try await Task.sleep(for: .milliseconds(5))
                record = try #require(files.record(folder, fileLimit: 100))
            } while !record.canBeRecounted
            for _ in 0..<10 { #expect(files.recount(folder, record) == record.size) }
        }
    }

    @Test func `a tree that does not change is not counted for ever`() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let tree = try await WatchedTree(folder)
        let count = tree.counted.recountCount
        for _ in 0..<10 { #expect(tree.files.recount(folder, tree.record) == tree.record.size) }
        #expect(tree.counted.recountCount == count)
    }

    @Test func `a tree with a file is counted each time, as a file grows`() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let tree = try await WatchedTree(folder, files: ["a/b/file"])
        let file = try Descriptor.open("\(folder)/a/b/file", O_WRONLY)
        try file.writeAll([UInt8](repeating: 1, count: 100_000))
        let size = try #require(tree.files.recount(folder, tree.record))
        #expect(size.byteCount > tree.record.size.byteCount)
    }

    @Test(arguments: ["", "a/", "a/b/"], ["file", "directory", "removal", "mode"])
    func `a change is seen, wherever it is`(_ place: String, _ change: String) async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let tree = try await WatchedTree(folder)
        let directory = "\(folder)/\(place)"
        switch change {
        case "file": _ = try Descriptor.open(directory + "file", O_WRONLY | O_CREAT)
        case "directory": try Descriptor.ensureDirectories(directory + "directory")
        case "removal": try FileManager.default.removeItem(atPath: directory)
        default: try #require(unsafe chmod(directory, 0o500) == 0)
        }
        #expect(tree.files.recount(folder, tree.record) == nil)
    }

    @Test(arguments: ["removed", "moved"])
    func `a tree is there until it is removed or moved`(_ end: String) async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let tree = try await WatchedTree(folder)
        #expect(tree.files.isThere(folder))
        if end == "removed" {
            try FileManager.default.removeItem(atPath: folder)
        } else {
            try FileManager.default.moveItem(atPath: folder, toPath: folder + "-moved")
            try FileManager.default.removeItem(atPath: folder + "-moved")
        }
        #expect(!tree.files.isThere(folder))
    }

    @Test(arguments: ["held", "around", "replaced"])
    func `an end of which the kernel tells nobody is seen`(_ end: String) async throws {
        let path = folder + "/tree"
        defer {
            for name in [folder, folder + "-moved"] {
                try? FileManager.default.removeItem(atPath: name)
            }
        }
        let tree = try await WatchedTree(path, inner: end == "held" ? "" : "/a/b")
        // As the mount of a zygote holds it.
        let held = try Descriptor.openDirectory(path)
        if end == "held" {
            try #require(unsafe rmdir(path) == 0)
        } else {
            try FileManager.default.moveItem(atPath: folder, toPath: folder + "-moved")
        }
        if end == "replaced" {
            try Descriptor.ensureDirectories(path + "/a/b")
            _ = try Descriptor.open(path + "/a/file", O_WRONLY | O_CREAT)
        }
        #expect(tree.files.isThere(path) == (end == "replaced"))
        #expect(tree.files.recount(path, tree.record) == nil)
        #expect(held.raw >= 0)
    }

    @Test func `one that has changed is watched again once it has settled`() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var tree = try await WatchedTree(folder)
        try Descriptor.ensureDirectories("\(folder)/c")
        #expect(tree.files.recount(folder, tree.record) == nil)
        repeat {
            try await Task.sleep(for: .milliseconds(5))
            tree.record = try #require(tree.files.record(folder, fileLimit: 100))
        } while !tree.record.canBeRecounted
        for _ in 0..<10 { #expect(tree.files.recount(folder, tree.record) == tree.record.size) }
        let count = tree.counted.recountCount
        #expect(tree.files.recount(folder, tree.record) == tree.record.size)
        #expect(tree.counted.recountCount == count)
        try Descriptor.ensureDirectories("\(folder)/d")
        #expect(tree.files.recount(folder, tree.record) == nil)
    }
}
