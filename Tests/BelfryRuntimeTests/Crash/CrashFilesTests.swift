// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfrySystem
import Glibc
import Testing

@testable import BelfryRuntime

@Suite struct CrashFilesTests {
    private let folder: TemporaryFolder
    private let files: CrashFiles

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("library", to: "Name.appex/Name")
        try folder.write("secret", to: "secret")
        files = CrashFiles(bundlePath: folder("Name.appex"), runtimePaths: [folder("missing")])
    }

    @Test func `the bundle's library is opened`() throws {
        #expect(content(of: folder("Name.appex/Name")) == Array("library".utf8))
    }

    /// What is in a file that is opened; nil for one that is not.
    private func content(of path: String) -> [UInt8]? {
        guard let file = files.open(path) else { return nil }
        return try? file.read(at: 0, count: 100)
    }

    @Test func `a library of the system may be opened`() {
        #expect(files.allows("/usr/lib/libc.so.6"))
    }

    @Test(
        arguments: [
            "", "/", "Name", "//", "/etc/passwd", "/usr/lib/../../etc/passwd", "/usr/lib//x",
            "/usr/lib/./x", "/usr/library/x", "usr/lib/x", "/usr/lib/", "/proc/self/environ",
            "/usr/lib/x/..",
        ]
    )
    func `no other path is allowed`(path: String) {
        #expect(!files.allows(path))
        #expect(content(of: path) == nil)
    }

    @Test func `a neighbour with a longer name is not in the bundle`() {
        #expect(!files.allows(folder("Name.appexx/Name")))
        #expect(!files.allows(folder("secret")))
    }

    @Test func `links, pipes and directories are not opened`() throws {
        let link = folder("Name.appex/link")
        try #require(unsafe symlink(folder("secret"), link) == 0)
        let pipe = folder("Name.appex/pipe")
        try #require(unsafe mkfifo(pipe, 0o600) == 0)
        try folder.makeFolder("Name.appex/directory")
        for path in [link, pipe, folder("Name.appex/directory"), folder("Name.appex")] {
            #expect(files.allows(path))
            #expect(content(of: path) == nil)
        }
    }
}
