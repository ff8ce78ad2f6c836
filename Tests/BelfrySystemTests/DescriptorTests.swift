// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Glibc
import Testing

@testable import BelfrySystem

struct DescriptorTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func `a file that is missing is named`() {
        let error = failure { () throws(SystemError) in
            _ = try Descriptor.open(folder("absent"), O_RDONLY)
        }

        #expect(error == SystemError(call: "open", subject: folder("absent"), errno: ENOENT))
    }

    @Test func `everything opened is closed on exec`() throws {
        try folder.write("x", to: "file")
        let file = try Descriptor.open(folder("file"), O_RDONLY)
        let duplicate = try file.duplicate()
        let directory = try Descriptor.openDirectory(folder.path)
        let beneath = try directory.openBeneath("file", O_RDONLY)

        for raw in [file.raw, duplicate.raw, directory.raw, beneath.raw] {
            #expect(fcntl(raw, F_GETFD) == FD_CLOEXEC)
        }
        #expect(duplicate.raw != file.raw)
        try Descriptor.pipe().split { reader, writer in
            #expect(fcntl(reader.raw, F_GETFD) == FD_CLOEXEC)
            #expect(fcntl(writer.raw, F_GETFD) == FD_CLOEXEC)
        }
    }

    @Test func `a pipe carries bytes and then its end`() throws {
        try Descriptor.pipe().split { reader, writer in
            try writer.writeAll(Array("four".utf8))
            try writer.close()
            #expect(try reader.read(upTo: 2) == Array("fo".utf8))
            #expect(try reader.read(upTo: 9) == Array("ur".utf8))
            #expect(try reader.read(upTo: 9).isEmpty)
        }
    }

    @Test func `giving a descriptor up leaves it open`() throws {
        try Descriptor.pipe().split { reader, writer in
            let raw = writer.release()
            let again = Descriptor(owning: raw)
            try again.writeAll([7])
            #expect(try reader.read(upTo: 2) == [7])
        }
    }

    @Test func `an empty pipe that does not block says so`() throws {
        try Descriptor.pipe().split { reader, writer in
            try reader.setNonblocking()
            let error = failure { () throws(SystemError) in _ = try reader.read(upTo: 1) }
            #expect(error?.errno == EAGAIN)
            try writer.close()
        }
    }

    @Test(arguments: [(4, true), (3, false), (0, false)])
    func `reading all holds to its limit`(limit: Int, fits: Bool) throws {
        try folder.write("four", to: "file")
        let file = try Descriptor.open(folder("file"), O_RDONLY)

        let error = failure { () throws(SystemError) in
            #expect(try file.readAll(limit: limit) == Array("four".utf8))
        }

        #expect(error?.errno == (fits ? nil : EFBIG))
    }

    @Test func `reads at a place, and less only at the end`() throws {
        try folder.write("0123456789", to: "file")
        let file = try Descriptor.open(folder("file"), O_RDONLY)

        #expect(try file.read(at: 3, count: 4) == Array("3456".utf8))
        #expect(try file.read(at: 8, count: 4) == Array("89".utf8))
        #expect(try file.read(at: 10, count: 4).isEmpty)
        #expect(try file.read(at: 0, count: 0).isEmpty)
        #expect(try file.byteCount() == 10)
        #expect(try file.read(upTo: 2) == Array("01".utf8), "reading at a place does not move")
    }

    @Test func `a place no file has is an error`() throws {
        try folder.write("x", to: "file")
        let file = try Descriptor.open(folder("file"), O_RDONLY)

        let error = failure { () throws(SystemError) in _ = try file.read(at: .max, count: 1) }

        #expect(error?.errno == EINVAL)
    }

    @Test func `the status says type and size`() throws {
        try folder.write("four", to: "file")
        let file = try Descriptor.open(folder("file"), O_RDONLY)

        let status = try file.status()

        #expect(status.st_mode & S_IFMT == S_IFREG)
        #expect(status.st_size == 4)
    }
}

/// The error a body throws.
func failure(_ body: () throws(SystemError) -> Void) -> SystemError? {
    do throws(SystemError) {
        try body()
        return nil
    } catch {
        return error
    }
}
