// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Glibc
import Testing

@testable import BelfrySystem

/// Files with secrets, which are read only where nobody else could have.
struct PrivateFileTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func fault(_ name: String, limit: Int = 16) -> FileFault? {
        do throws(FileFault) {
            _ = try Descriptor.readPrivate(folder(name), limit: limit)
            return nil
        } catch {
            return error
        }
    }

    @Test func `reads what only its owner may use, and nothing where nothing is`() throws {
        try folder.write("secret", to: "key")
        _ = unsafe chmod(folder("key"), 0o600)
        #expect(try Descriptor.readPrivate(folder("key"), limit: 16) == Array("secret".utf8))
        #expect(try Descriptor.readPrivate(folder("none"), limit: 16) == nil)
    }

    @Test(arguments: [0o640, 0o604, 0o620, 0o601] as [mode_t])
    func `refuses what anybody else may use`(_ mode: mode_t) throws {
        try folder.write("secret", to: "key")
        _ = unsafe chmod(folder("key"), mode)
        #expect(fault("key")?.errno == EACCES)
    }

    @Test func `refuses links, directories and what is too long, and waits for no writer`() throws {
        try folder.write("secret", to: "key")
        _ = unsafe chmod(folder("key"), 0o600)
        try folder.link("link", to: folder("key"))
        _ = unsafe mkdir(folder("folder"), 0o700)
        _ = unsafe mkfifo(folder("pipe"), 0o600)
        #expect(fault("link")?.errno == ELOOP)
        #expect(fault("folder") == .kind(.folder))
        #expect(fault("pipe") == .kind(.fifo))
        #expect(fault("key", limit: 5)?.errno == EFBIG)
    }
}
