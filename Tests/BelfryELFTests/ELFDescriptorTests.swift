// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfrySystem
import Foundation
import Glibc
import Testing

@testable import BelfryELF

/// What a descriptor can do is what a source must do.

struct ELFDescriptorTests {
    @Test func `an open file is a source`() async throws {
        let file = try openFile(with: await Fixture.library.value)

        let image = try ELFImage.parse(file, name: "TitleStamp")

        try ELFCheck().check(image)
    }

    @Test func `a file with a hole of four gigabytes is refused`() async throws {
        let file = try openFile(with: await Fixture.library.value)
        let raw = file.raw
        try checked("ftruncate") { ftruncate(raw, 4 << 30) }

        let error = fault { () throws(ELFError) in _ = try ELFImage.parse(file, name: "Stamp") }

        #expect(error?.code == .tooLarge)
    }

    @Test func `a descriptor that cannot be read says why`() throws {
        let source = WriteOnly(file: try Descriptor.open("/dev/null", O_WRONLY))
        let error = fault { () throws(ELFError) in
            _ = try ELFImage.parse(source, name: "Stamp")
        }

        #expect(error?.code == .unreadable)
        #expect(error?.message == "Stamp cannot be read: pread: Bad file descriptor (EBADF)")
    }

    /// An open file that has no name any more.
    private func openFile(with bytes: [UInt8]) throws -> Descriptor {
        let path = FileManager.default.temporaryDirectory
            .appendingPathComponent("belfry-elf-\(UUID().uuidString)").path
        let file = try Descriptor.open(path, O_RDWR | O_CREAT | O_EXCL)
        try checked("unlink", path) { unsafe unlink(path) }
        try file.writeAll(bytes)
        return file
    }
}

/// A file that claims a length and cannot be read.
private struct WriteOnly: ~Copyable, ELFSource {
    typealias Failure = SystemError

    let file: Descriptor

    func byteCount() -> UInt64 { 4096 }

    func read(at offset: UInt64, count: Int) throws(SystemError) -> [UInt8] {
        try file.read(at: offset, count: count)
    }
}
