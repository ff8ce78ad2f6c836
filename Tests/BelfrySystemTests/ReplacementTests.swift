// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Glibc
import Testing

@testable import BelfrySystem

/// Files that are written whole or not at all.
struct ReplacementTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func `replaces a file, and what an earlier process has left of it`() throws {
        try folder.write("old", to: "name")
        try folder.write("half", to: "name.new")
        let directory = try Descriptor.openDirectory(folder(""))
        try directory.replaceFile("name", with: Array("new".utf8))
        #expect(try Descriptor.readPrivate(folder("name"), limit: 16) == Array("new".utf8))
        #expect(unsafe access(folder("name.new"), F_OK) != 0)
    }

    @Test func `leaves nothing of a file that does not get its name`() throws {
        _ = unsafe mkdir(folder("name"), 0o700)
        let directory = try Descriptor.openDirectory(folder(""))
        let error = #expect(throws: SystemError.self) {
            try directory.replaceFile("name", with: [1, 2, 3])
        }
        #expect(error?.errno == EISDIR)
        #expect(unsafe access(folder("name.new"), F_OK) != 0)
    }
}
