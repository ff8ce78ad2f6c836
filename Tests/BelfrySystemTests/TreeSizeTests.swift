// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfrySystem
import Foundation
import Glibc
import Subprocess
import SystemPackage
import Testing

@Suite struct TreeSizeTests {
    private let folder: String

    init() throws {
        folder =
            FileManager.default.temporaryDirectory
            .appendingPathComponent("belfry-tree-\(UUID().uuidString)").path
        try Descriptor.ensureDirectories(folder)
    }

    private func measure(limit: Int = 1000) throws -> TreeSize {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        return try Descriptor.openDirectory(folder).measureTree(fileLimit: limit)
    }

    @Test func `counts blocks and files, and follows no link`() throws {
        try Descriptor.ensureDirectories("\(folder)/a/b")
        try Data(repeating: 1, count: 100_000).write(to: URL(fileURLWithPath: "\(folder)/a/b/c"))
        #expect(unsafe symlink("/usr", "\(folder)/usr") == 0)
        #expect(unsafe mkfifo("\(folder)/pipe", 0o600) == 0)
        let size = try measure()
        #expect(size.fileCount == 5 && !size.isPartial)
        #expect(size.byteCount >= 100_000 && size.byteCount < 200_000)
    }

    @Test func `does not count what a file only claims`() throws {
        let file = try Descriptor.open("\(folder)/sparse", O_CREAT | O_WRONLY)
        #expect(ftruncate(file.raw, 1 << 40) == 0)
        #expect(try measure().byteCount < 1 << 20)
    }

    @Test func `stops at the limit, and says so`() throws {
        for number in 0..<20 { try Descriptor.ensureDirectories("\(folder)/\(number)") }
        let size = try measure(limit: 10)
        #expect(size.fileCount == 10 && size.gap == .moreEntries)
    }

    @Test func `says which directory cannot be counted as it is too deep, or for a name in it`()
        throws
    {
        let deep = Array(repeating: "d", count: Descriptor.measuredDepth).joined(separator: "/")
        try Descriptor.ensureDirectories("\(folder)/\(deep)/d")
        #expect(try measure().gap == .tooDeep(deep))
        try Descriptor.ensureDirectories(folder + "/inner")
        let name = Array((folder + "/inner/").utf8CString.dropLast()) + [-1, 0]
        #expect(unsafe mkdir(name, 0o700) == 0)
        #expect(try measure().gap == .nameNotText(inDirectory: "inner"))
    }

    /// Root can list any directory.
    @Test(.enabled(if: geteuid() != 0))
    func `says which directory its owner may not list`() throws {
        try Descriptor.ensureDirectories(folder + "/inner")
        #expect(unsafe mkdir(folder + "/inner/closed", 0o300) == 0)
        #expect(try measure().gap == .unlisted("inner/closed"))
    }

    // MARK: Again

    /// Records a tree once its last change is old enough to be known by its time.
    private func settledRecord() async throws -> TreeRecord {
        let directory = try Descriptor.openDirectory(folder)
        while true {
            let record = try directory.recordTree(fileLimit: 100)
            if record.canBeRecounted { return record }
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    private func makeTree() throws {
        try Descriptor.ensureDirectories("\(folder)/a/b")
        try Data(repeating: 1, count: 5000).write(to: URL(fileURLWithPath: "\(folder)/a/b/c"))
    }

    @Test func `counts again what has not come or gone`() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try makeTree()
        let record = try await settledRecord()
        let directory = try Descriptor.openDirectory(folder)
        let unchanged = directory.recountTree(record)
        #expect(unchanged == record.size)
        let file = try Descriptor.open("\(folder)/a/b/c", O_WRONLY)
        try file.writeAll([UInt8](repeating: 1, count: 100_000))
        let recounted = directory.recountTree(record)
        let size = try #require(recounted)
        #expect(size.byteCount > record.size.byteCount && size.fileCount == record.size.fileCount)
        let measured = try directory.measureTree(fileLimit: 100)
        #expect(size == measured)
    }

    @Test(arguments: [
        [["touch", "a/b/d"]], [["rm", "a/b/c"]], [["mv", "a/b/c", "a/c"]], [["mkdir", "a/b/e"]],
        [["mv", "a", "f"], ["ln", "-s", "f", "a"]],
    ])
    func `lists again what has changed`(_ changes: [[String]]) async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try makeTree()
        let record = try await settledRecord()
        let directory = try Descriptor.openDirectory(folder)
        for change in changes {
            let result = try await Subprocess.run(
                .name("env"),
                arguments: Arguments(change),
                workingDirectory: FilePath(folder),
                output: .discarded
            )
            try #require(result.terminationStatus.isSuccess)
        }
        let recounted = directory.recountTree(record)
        #expect(recounted == nil)
    }
}
