// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfrySystem
import Foundation
import Glibc
import Testing

/// What goes from a tree that holds too much.
struct TreeTrimTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func `removes the newest files until the rest is small enough`() throws {
        for number in 0..<4 { try write("\(number)", at: number) }

        let result = try trim(byteCount: 2 * 8192)

        #expect(result.fileCount == 2 && result.byteCount == 2 * 8192)
        #expect(result.rest.byteCount == 2 * 8192 && result.rest.fileCount == 2)
        #expect(try names() == ["0", "1"])
    }

    @Test func `leaves what is older, and of it removes what was written to last of all`() throws {
        try write("old", at: 0)
        let beginning = now()
        try pause()
        try write("new", at: 1)
        try pause()
        try write("old", at: 2)

        _ = try trim(byteCount: 8192, beginning: beginning)
        #expect(try names() == ["old"])

        _ = try trim(byteCount: 0, beginning: beginning, removesOlder: false)
        #expect(try names() == ["old"])

        _ = try trim(byteCount: 0, beginning: beginning)
        #expect(try names().isEmpty)
    }

    @Test func `spares what was made while others were at work`() throws {
        try write("before", at: 0)
        try pause()
        let first = now()
        try write("theirs", at: 1)
        let last = now()
        try pause()
        try write("after", at: 2)

        _ = try trim(byteCount: 0, spared: [first...last])

        #expect(try names() == ["theirs"])
    }

    @Test func `removes files of a count, and directories only when files do not do`() throws {
        try Descriptor.ensureDirectories(folder("a/b"))
        for number in 0..<4 { try write("a/b/\(number)", at: number) }

        #expect(try trim(fileCount: 3).rest.fileCount == 3)
        #expect(try trim(fileCount: 1).rest.fileCount == 1)
        #expect(try names() == ["a"])
    }

    @Test func `removes what cannot be counted`() throws {
        let deep = Array(repeating: "d", count: Descriptor.measuredDepth + 8).joined(separator: "/")
        try Descriptor.ensureDirectories(folder(deep))
        let name = Array((folder.path + "/").utf8CString.dropLast()) + [-1, 0]
        #expect(unsafe mkdir(name, 0o700) == 0)
        try write("kept", at: 0)

        let result = try trim()

        #expect(!result.rest.isPartial && result.fileCount == 2)
        let size = try Descriptor.openDirectory(folder.path).measureTree(fileLimit: 100)
        #expect(size == result.rest)
        #expect(FileManager.default.fileExists(atPath: folder("kept")))
    }

    @Test func `follows no link`() throws {
        let outside = try TemporaryFolder()
        try outside.write("text", to: "file")
        try folder.link("link", to: outside.path)

        _ = try trim(byteCount: 0, fileCount: 0)

        #expect(FileManager.default.fileExists(atPath: outside("file")))
        #expect(try names().isEmpty)
    }

    private func trim(
        byteCount: UInt64 = 1 << 30,
        fileCount: Int = 1000,
        beginning: UInt64 = 0,
        spared: [ClosedRange<UInt64>] = [],
        removesOlder: Bool = true
    ) throws -> TreeTrim.Result {
        let trim = TreeTrim(
            byteCount: byteCount,
            fileCount: fileCount,
            beginning: beginning,
            spared: spared,
            removesOlder: removesOlder
        )
        return try trim(try Descriptor.openDirectory(folder.path))
    }

    /// Writes 8192 bytes once the clock of files has moved on.
    private func write(_ name: String, at number: Int) throws {
        if number > 0 { try pause() }
        let file = try Descriptor.open(folder(name), O_CREAT | O_WRONLY | O_TRUNC)
        try file.writeAll([UInt8](repeating: 1, count: 8192))
    }

    /// Waits until a change has another time: the clock of files has ticks.
    private func pause() throws {
        func change() throws -> UInt64 {
            try folder.write("", to: ".clock")
            var status = stat()
            #expect(unsafe stat(folder(".clock"), &status) == 0)
            try FileManager.default.removeItem(atPath: folder(".clock"))
            return UInt64(status.st_ctim.tv_sec) * 1_000_000_000 + UInt64(status.st_ctim.tv_nsec)
        }
        let start = now()
        while try change() <= start { usleep(1000) }
    }

    private func now() -> UInt64 { MonotonicTime.read(CLOCK_REALTIME) ?? 0 }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }
}
