// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfrySystem
import Foundation
import Glibc
import Testing

@Suite struct ChangeWatchTests {
    private let folder = FileManager.default.temporaryDirectory.path + "/belfry-\(UUID())"

    /// Makes a directory with a file in it, and removes it behind a test.
    private func withFolder(_ body: () throws -> Void) throws {
        try Descriptor.ensureDirectories(folder)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try write("file")
        try body()
    }

    private func write(_ name: String) throws {
        let file = try Descriptor.open("\(folder)/\(name)", O_WRONLY | O_CREAT)
        try file.writeAll([1])
    }

    /// What a test does to the directory.
    enum Change: CaseIterable {
        case create, makeDirectory, remove, rename, link, chmod, end
    }

    private func make(_ change: Change) throws {
        switch change {
        case .create: try write("other")
        case .makeDirectory: try Descriptor.ensureDirectories("\(folder)/directory")
        case .remove: try #require(unsafe unlink("\(folder)/file") == 0)
        case .rename: try #require(unsafe rename("\(folder)/file", "\(folder)/other") == 0)
        case .link: try #require(unsafe symlink("file", "\(folder)/other") == 0)
        case .chmod: try #require(unsafe chmod(folder, 0o500) == 0)
        case .end:
            try #require(unsafe unlink("\(folder)/file") == 0)
            try #require(unsafe rmdir(folder) == 0)
        }
    }

    @Test(arguments: Change.allCases)
    func `tells of a change once`(_ change: Change) throws {
        try withFolder {
            var watch = try ChangeWatch()
            let number = try watch.watch(folder)
            var changes = watch.take()
            #expect(changes == .some([]))
            try make(change)
            changes = watch.take()
            #expect(changes == .some([number]))
            // Where there is still a directory that this user may write to.
            try? write("again")
            changes = watch.take()
            #expect(changes == .some([]))
        }
    }

    @Test func `says nothing of what is written to a file`() throws {
        try withFolder {
            var watch = try ChangeWatch()
            _ = try watch.watch(folder)
            try write("file")
            let changes = watch.take()
            #expect(changes == .some([]))
        }
    }

    @Test func `a flood of changes is one`() throws {
        try withFolder {
            var watch = try ChangeWatch()
            let number = try watch.watch(folder)
            for _ in 0..<100 {
                try write("other")
                try #require(unsafe unlink("\(folder)/other") == 0)
            }
            let changes = watch.take()
            #expect(changes == .some([number]))
        }
    }

    @Test func `says nothing of a directory that is watched no more`() throws {
        try withFolder {
            var watch = try ChangeWatch()
            let first = try watch.watch(folder)
            watch.unwatch(first)
            // The end of the registration is told, and is not a change.
            _ = watch.take()
            try make(.create)
            let changes = watch.take()
            #expect(changes == .some([]))
            let second = try watch.watch(folder)
            #expect(first != second)
        }
    }

    @Test func `refuses a file system that may change without a word`() throws {
        do throws(SystemError) {
            var watch = try ChangeWatch()
            _ = try watch.watch("/proc/self")
            Issue.record("it was watched")
        } catch {
            #expect(error.errno == EOPNOTSUPP)
        }
    }

    @Test func `refuses what is not a directory`() throws {
        try withFolder {
            try #require(unsafe symlink(folder, "\(folder)/link") == 0)
            for name in ["file", "link", "nothing"] {
                #expect(throws: SystemError.self) {
                    var watch = try ChangeWatch()
                    _ = try watch.watch("\(folder)/\(name)")
                }
            }
        }
    }
}
