// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfrySandbox
import BelfrySystem
import Glibc
import Testing

/// Containers on disk; those in memory need a sandbox and are tried in one.
@Suite struct ContainerFolderTests {
    @Test func `a container on disk has its directories, for its owner alone`() throws {
        try inFolder { path in
            let folder = ContainerFolder(onDisk: path)

            let container = try folder.make(3)

            #expect(folder.isOnDisk)
            for name in [""] + ContainerFolder.subdirectories {
                let directory = try Descriptor.openDirectory("\(path)/3/\(name)")
                #expect(try directory.status().st_mode & 0o777 == 0o700, "\(name)")
            }
            let inner = try container.openDirectoryBeneath("Library/Caches")
            #expect(try inner.status().st_uid == geteuid())
            folder.remove(3)
            #expect(!exists("\(path)/3"))
        }
    }

    @Test func `a name that is taken stays as it is`() throws {
        try inFolder { path in
            try Descriptor.ensureDirectories("\(path)/3/Documents")

            #expect(throws: SystemError(call: "mkdir", subject: "\(path)/3", errno: EEXIST)) {
                _ = try ContainerFolder(onDisk: path).make(3)
            }

            #expect(exists("\(path)/3/Documents"))
        }
    }

    @Test func `removes no container on disk that has something in it`() throws {
        try inFolder { path in
            let folder = ContainerFolder(onDisk: path)
            _ = try folder.make(3)
            try Descriptor.ensureDirectories("\(path)/3/tmp/kept")

            folder.remove(3)

            #expect(exists("\(path)/3/tmp/kept"))
        }
    }

    @Test func `an attachment of any kind fits`() {
        #expect(ContainerFolder.byteLimit > 50 << 20)
        #expect(ContainerFolder.inodeLimit > UInt64(ContainerFolder.subdirectories.count + 1))
    }

    private func inFolder(_ body: (String) throws -> Void) throws {
        let name = "belfry-containers-\(getpid())-\(UInt32.random(in: .min ... .max))"
        try Descriptor.ensureDirectories("/tmp/\(name)")
        defer { try? Descriptor.openDirectory("/tmp").removeTree(name) }
        try body("/tmp/\(name)")
    }

    private func exists(_ path: String) -> Bool {
        (try? Descriptor.openDirectory(path).status()) != nil
    }
}
