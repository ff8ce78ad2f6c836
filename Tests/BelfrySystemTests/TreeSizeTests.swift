// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfrySystem
import Foundation
import Glibc
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
        #expect(size.fileCount == 10 && size.isPartial)
    }

    @Test func `what is too deep, or has a name that is no text, is more than can be counted`()
        throws
    {
        let deep = Array(repeating: "d", count: Descriptor.measuredDepth).joined(separator: "/")
        try Descriptor.ensureDirectories("\(folder)/\(deep)")
        #expect(try measure().isPartial)
        try Descriptor.ensureDirectories(folder)
        let name = Array((folder + "/").utf8CString.dropLast()) + [-1, 0]
        #expect(unsafe mkdir(name, 0o700) == 0)
        #expect(try measure().isPartial)
    }
}
