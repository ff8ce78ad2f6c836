// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfrySystem
import Foundation
import Glibc
import Subprocess
import Testing

@testable import BelfryAttachments

struct AttachmentStoreTests {
    private let stage: Stage
    private let png = AttachmentType.png.sample

    init() throws {
        stage = try Stage()
    }

    @Test func `a file is named after the digest of its bytes`() async throws {
        try stage.write(png, to: "photo.png")

        let file = try add("photo.png")

        let sum = try await sha256(of: png)
        #expect(file.sha256 == sum)
        #expect(file.relativePath == "\(sum.prefix(2))/\(sum.dropFirst(2)).png")
        #expect(file.path == "\(stage.store.path)/\(file.relativePath)")
    }

    @Test(arguments: [1, 63, 64, 65, 262_143, 262_144, 262_145, 600_000])
    func `a file of many chunks is stored whole`(extra: Int) async throws {
        let bytes =
            PictureSizeTests.picture(.png, 1, 1)
            + (0..<extra).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        try stage.write(bytes, to: "photo.png")

        let file = try add("photo.png")

        #expect(file.byteCount == bytes.count)
        #expect(file.sha256 == (try await sha256(of: bytes)))
        #expect(try stage.store.open(file).readAll(limit: bytes.count) == bytes)
    }

    @Test func `equal files are kept once`() throws {
        try stage.write(png, to: "a.png")
        try stage.write(png, to: "b.png")

        let first = try add("a.png")
        let second = try add("b.png")

        #expect(first == second)
        #expect(stage.storedPaths() == [first.relativePath])
    }

    @Test func `only the host may look into the store`() throws {
        try stage.write(png, to: "photo.png")

        let file = try add("photo.png")

        #expect(try mode(of: file.path) == 0o600)
        #expect(try mode(of: stage.store.path) == 0o700)
        #expect(try mode(of: "\(stage.store.path)/\(file.sha256.prefix(2))") == 0o700)
    }

    @Test func `writing through a descriptor kept open does not reach the store`() throws {
        try stage.write(png, to: "photo.png")
        let kept = try Descriptor.open(stage("photo.png"), O_WRONLY)

        let taken = try stage.take(AttachmentRequest(path: "photo.png")).get()
        try kept.writeAll(Array("evil".utf8))

        #expect(try stage.store.open(taken.file).readAll(limit: 99) == png)
    }

    @Test func `a file that grew since it was looked at is refused`() throws {
        try stage.write(png, to: "photo.png")
        let source = try openSource("photo.png")
        try stage.write(png + [1], to: "photo.png")

        #expect(
            fault { () throws(AttachmentFault) in
                _ = try stage.store.add(source, type: .png)
            } == .changedWhileCopied
        )
        #expect(stage.storedPaths().isEmpty)
    }

    @Test func `a file that shrank since it was looked at is refused`() throws {
        try stage.write(png + [1], to: "photo.png")
        let source = try openSource("photo.png")
        try stage.write(png, to: "photo.png")

        #expect(
            fault { () throws(AttachmentFault) in
                _ = try stage.store.add(source, type: .png)
            } == .changedWhileCopied
        )
        #expect(stage.storedPaths().isEmpty)
    }

    @Test func `a file rewritten since it was looked at is refused`() throws {
        try stage.write(png, to: "photo.png")
        let source = try openSource("photo.png")
        var times = [timespec(tv_sec: 1, tv_nsec: 0), timespec(tv_sec: 1, tv_nsec: 0)]
        try checked("utimensat") { unsafe utimensat(AT_FDCWD, stage("photo.png"), &times, 0) }

        #expect(
            fault { () throws(AttachmentFault) in
                _ = try stage.store.add(source, type: .png)
            } == .changedWhileCopied
        )
    }

    @Test func `a file is removed by its name, and another one of that name is not`() throws {
        try stage.write(png, to: "photo.png")
        try stage.write(png, to: "other.png")
        let directory = try Descriptor.openDirectory(stage.container)

        try openSource("photo.png").remove("other.png", from: directory)
        let kept = try FileManager.default.contentsOfDirectory(atPath: stage.container).sorted()
        try openSource("photo.png").remove("photo.png", from: directory)
        let left = try FileManager.default.contentsOfDirectory(atPath: stage.container)

        #expect(kept == ["other.png", "photo.png"])
        #expect(left == ["other.png"])
    }

    @Test func `a store that cannot be made says where and why`() throws {
        try stage.write([1], to: "\(stage.outside)/file")
        try stage.write(png, to: "photo.png")
        let store = AttachmentStore(path: "\(stage.outside)/file/store")
        let folder = AttachmentFolder(
            try Descriptor.openDirectory(stage.container),
            path: stage.container,
            disposal: .move
        )

        let result = AttachmentIntake(container: folder, store: store)
            .take([AttachmentRequest(path: "photo.png")])[0]

        #expect(result.failure?.code == .storeFailed)
        #expect(
            result.failure?.message
                == "attachment \"photo.png\" could not be kept in \(store.path): "
                + "make room there, or give the host access; "
                + "mkdir \(store.path): Not a directory (ENOTDIR)"
        )
        #expect(stage.has("photo.png"))
    }

    private func add(_ name: String) throws -> StoredFile {
        try stage.store.add(openSource(name), type: .png).file
    }

    private func openSource(_ name: String) throws -> AttachmentSource {
        try AttachmentSource(Descriptor.open(stage(name), O_RDONLY), type: .png)
    }

    private func fault(_ body: () throws(AttachmentFault) -> Void) -> AttachmentError.Code? {
        do throws(AttachmentFault) {
            try body()
            return nil
        } catch {
            return error.code
        }
    }

    private func mode(of path: String) throws -> UInt32 {
        try Descriptor.open(path, O_RDONLY).status().st_mode & 0o777
    }

    /// The digest as coreutils make it.
    private func sha256(of bytes: [UInt8]) async throws -> String {
        let path = "\(stage.outside)/digested"
        try stage.write(bytes, to: path)
        let sum = try await Subprocess.run(
            .name("sha256sum"),
            arguments: [path],
            output: .string(limit: 1024)
        )
        return String(sum.standardOutput.prefix(64))
    }
}
