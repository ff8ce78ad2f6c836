// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfrySystem
import Foundation
import Glibc
import Testing

@testable import BelfryRuntime

@Suite struct WorkerContainerTests {
    @Test func `a container on disk is removed with its last user, and not before`() async throws {
        let directory = try HostDirectory(owner: nil)
        let path = directory.containerPath(7)
        try Descriptor.ensureDirectories("\(path)/tmp")
        try Descriptor.open("\(path)/tmp/file", O_CREAT | O_WRONLY).close()
        do {
            let user = directory.container(
                7,
                try Descriptor.openDirectory(path),
                isOnDisk: true
            )
            let host = Holder(user)
            host.container = nil
            await directory.settle()
            #expect(FileManager.default.fileExists(atPath: "\(user.path)/tmp/file"))
        }
        await directory.settle()
        #expect(!FileManager.default.fileExists(atPath: path))
        await directory.remove()
        #expect(!FileManager.default.fileExists(atPath: directory.path))
    }

    /// Who has a container, as a worker's record does.
    private final class Holder {
        var container: WorkerContainer?

        init(_ container: WorkerContainer) {
            self.container = container
        }
    }

    @Test func `a container in memory is nobody's to remove`() async throws {
        let directory = try HostDirectory(owner: nil)
        let path = directory.containerPath(7)
        try Descriptor.ensureDirectories(path)

        _ = directory.container(7, try Descriptor.openDirectory(path), isOnDisk: false)

        await directory.settle()
        #expect(FileManager.default.fileExists(atPath: path))
        await directory.remove()
        #expect(!FileManager.default.fileExists(atPath: directory.path))
    }

    @Test func `what a host in another PID namespace has is left, and what it leaves is removed`()
        async throws
    {
        let own = try HostDirectory(owner: nil)
        // The number of no process here, as another namespace's is.
        let slash = try #require(own.path.lastIndex(of: "/"))
        let path = "\(own.path[..<slash])/belfry-268435455-\(UInt32.random(in: 0 ... .max))"
        try Descriptor.ensureDirectories("\(path)/containers")
        let claim = try #require(try DirectoryClaim(path))
        let second = try HostDirectory(owner: nil)
        await second.settle()
        #expect(FileManager.default.fileExists(atPath: "\(path)/containers"))
        claim.release()
        let third = try HostDirectory(owner: nil)
        await third.settle()
        #expect(!FileManager.default.fileExists(atPath: path))
        for directory in [own, second, third] {
            #expect(FileManager.default.fileExists(atPath: directory.path))
            await directory.remove()
            #expect(!FileManager.default.fileExists(atPath: directory.path))
        }
    }

    @Test func `removes many directories, and those that are not there`() async throws {
        let parent =
            FileManager.default.temporaryDirectory
            .appendingPathComponent("belfry-remover-\(UUID().uuidString)").path
        let remover = DirectoryRemover()
        for number in 0..<50 {
            try Descriptor.ensureDirectories("\(parent)/\(number)/tmp")
            remover.remove("\(number)", in: parent)
            remover.remove("absent", in: "\(parent)/absent")
        }
        await remover.settle()
        #expect(try FileManager.default.contentsOfDirectory(atPath: parent).isEmpty)
        unsafe rmdir(parent)
        await remover.settle()
    }
}
