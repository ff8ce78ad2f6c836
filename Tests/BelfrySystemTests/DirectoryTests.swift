// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Glibc
import Testing

@testable import BelfrySystem

struct DirectoryTests {
    private let folder: TemporaryFolder
    private let outside: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        outside = try TemporaryFolder()
        try outside.write("secret", to: "file")
        try folder.write("text", to: "file")
    }

    @Test func `opens what lies beneath`() throws {
        let directory = try Descriptor.openDirectory(folder.path)
        try directory.ensureDirectory("sub")
        try folder.write("deep", to: "sub/file")

        let deep = try directory.openBeneath("sub/../sub/file", O_RDONLY)
        #expect(try deep.readAll(limit: 9) == Array("deep".utf8))
        let beneath = try directory.openDirectoryBeneath("sub").openBeneath("file", O_RDONLY)
        #expect(try beneath.readAll(limit: 9) == Array("deep".utf8))
    }

    @Test(arguments: [
        ("..", EXDEV), ("../file", EXDEV), ("sub/../../file", EXDEV), ("/etc/passwd", EXDEV),
        ("link", ELOOP), ("inner-link", ELOOP), ("folder-link/file", ELOOP), ("magic", ELOOP),
        ("absent", ENOENT), ("file/x", ENOTDIR), ("", ENOENT),
    ])
    func `refuses every way out and every link`(path: String, code: Int32) throws {
        let directory = try Descriptor.openDirectory(folder.path)
        try directory.ensureDirectory("sub")
        try folder.link("link", to: outside("file"))
        try folder.link("inner-link", to: "file")
        try folder.link("folder-link", to: outside.path)
        try folder.link("magic", to: "/proc/self/fd/0")

        let error = failure { () throws(SystemError) in
            _ = try directory.openBeneath(path, O_RDONLY)
        }

        #expect(error == SystemError(call: "openat2", subject: path, errno: code))
    }

    @Test func `creates a file once`() throws {
        let directory = try Descriptor.openDirectory(folder.path)
        try directory.createFile("new").writeAll([1, 2])

        let error = failure { () throws(SystemError) in _ = try directory.createFile("new") }

        #expect(error?.errno == EEXIST)
        let status = try directory.status(of: "new")
        #expect(status.st_size == 2)
        #expect(status.st_mode & 0o777 == 0o600)
    }

    @Test func `makes directories only where there are none`() throws {
        let directory = try Descriptor.openDirectory(folder.path)
        try directory.ensureDirectory("one")
        try directory.ensureDirectory("one")
        try Descriptor.ensureDirectories(folder("one/two/three"))
        try Descriptor.ensureDirectories(folder("one/two/three"))

        let three = try Descriptor.openDirectory(folder("one/two/three")).status()
        #expect(three.st_mode & 0o777 == 0o700)
        let error = failure { () throws(SystemError) in
            try Descriptor.ensureDirectories(folder("file/under"))
        }
        #expect(error?.errno == ENOTDIR)
    }

    @Test func `a dangling link in the way of a directory is an error`() throws {
        try folder.link("dangling", to: "nowhere")

        let error = failure { () throws(SystemError) in
            try Descriptor.ensureDirectories(folder("dangling/one"))
        }

        #expect(error?.errno == ENOENT)
    }

    @Test func `moves a file in place of another`() throws {
        let directory = try Descriptor.openDirectory(folder.path)
        let other = try Descriptor.openDirectory(outside.path)

        try directory.rename("file", to: other, as: "file")

        #expect(failure { () throws(SystemError) in _ = try directory.status(of: "file") } != nil)
        let moved = try other.openBeneath("file", O_RDONLY)
        #expect(try moved.readAll(limit: 9) == Array("text".utf8))
    }

    @Test func `removes and looks at a link, not what it leads to`() throws {
        try folder.link("link", to: outside("file"))
        let directory = try Descriptor.openDirectory(folder.path)

        #expect(try directory.status(of: "link").st_mode & S_IFMT == S_IFLNK)
        try directory.unlink("link")

        #expect(failure { () throws(SystemError) in _ = try directory.status(of: "link") } != nil)
        #expect(try Descriptor.open(outside("file"), O_RDONLY).byteCount() == 6)
    }
}
