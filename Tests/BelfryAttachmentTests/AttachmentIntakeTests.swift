// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfrySystem
import Foundation
import Glibc
import Testing

@testable import BelfryAttachments

struct AttachmentIntakeTests {
    private let stage: Stage
    private let png = AttachmentType.png.sample

    init() throws {
        stage = try Stage()
    }

    @Test(arguments: ["photo.png", "sub/deep/photo.png", "./sub/../photo.png", "//photo.png"])
    func `moves a file into the store`(path: String) throws {
        try Descriptor.ensureDirectories(stage("sub/deep"))
        try stage.write(png, to: path.hasPrefix("//") ? stage("photo.png") : path)
        let path = path.hasPrefix("//") ? "\(stage.container)\(path)" : path

        let taken = try stage.take(AttachmentRequest(identifier: "photo", path: path)).get()

        #expect(taken.identifier == "photo")
        #expect(taken.type == .png)
        #expect(taken.file.byteCount == png.count)
        #expect(!stage.has("photo.png") && !stage.has("sub/deep/photo.png"))
        #expect(try Descriptor.open(taken.file.path, O_RDONLY).readAll(limit: 99) == png)
        #expect(try stage.store.open(taken.file).readAll(limit: 99) == png)
        #expect(stage.storedPaths() == [taken.file.relativePath])
    }

    @Test func `an absolute path inside is the same as a relative one`() throws {
        try stage.write(png, to: "photo.png")

        let taken = try stage.take(AttachmentRequest(path: stage("photo.png"))).get()

        #expect(taken.file.byteCount == png.count)
        #expect(!stage.has("photo.png"))
    }

    @Test(arguments: ["../outside/photo.png", "sub/../../outside/photo.png"])
    func `refuses a way out`(path: String) throws {
        try Descriptor.ensureDirectories(stage("sub"))
        try stage.write(png, to: "\(stage.outside)/photo.png")

        #expect(try stage.rejection(path) == .outsideContainer)
        #expect(FileManager.default.fileExists(atPath: "\(stage.outside)/photo.png"))
    }

    @Test func `refuses an absolute path elsewhere`() throws {
        try stage.write(png, to: "\(stage.outside)/photo.png")

        #expect(try stage.rejection("\(stage.outside)/photo.png") == .outsideContainer)
        #expect(try stage.rejection("\(stage.container)/../outside/photo.png") == .outsideContainer)
        #expect(try stage.rejection("\(stage.container)2/photo.png") == .outsideContainer)
        #expect(try stage.rejection("/proc/self/fd/0.png") == .outsideContainer)
    }

    @Test func `refuses links, wherever they lead`() throws {
        try stage.write(png, to: "real.png")
        try stage.write(png, to: "\(stage.outside)/photo.png")
        for (name, target) in [
            ("inside.png", "real.png"), ("outside.png", "\(stage.outside)/photo.png"),
            ("magic.png", "/proc/self/fd/0"), ("loop.png", "loop.png"), ("folder", stage.outside),
        ] {
            try FileManager.default.createSymbolicLink(
                atPath: stage(name),
                withDestinationPath: target
            )
        }

        for name in ["inside.png", "outside.png", "magic.png", "loop.png", "folder/photo.png"] {
            #expect(try stage.rejection(name) == .isLink, "\(name)")
        }
        #expect(stage.storedPaths().isEmpty)
        #expect(stage.has("real.png"))
    }

    @Test func `refuses a file with a second name`() throws {
        try stage.write(png, to: "\(stage.outside)/photo.png")
        try FileManager.default.linkItem(
            atPath: "\(stage.outside)/photo.png",
            toPath: stage("photo.png")
        )

        #expect(try stage.rejection("photo.png") == .isLink)
    }

    @Test(.timeLimit(.minutes(1)))
    func `refuses a pipe without waiting for its writer`() throws {
        try checked("mkfifo") { unsafe mkfifo(stage("pipe.png"), 0o600) }

        #expect(try stage.rejection("pipe.png") == .notRegular)
    }

    @Test func `refuses directories and sockets`() throws {
        try Descriptor.ensureDirectories(stage("folder.png"))
        try bindSocket(at: stage("socket.png"))

        #expect(try stage.rejection("folder.png") == .notRegular)
        #expect(try stage.rejection("socket.png") == .notRegular)
        #expect(try stage.rejection(stage.container, hint: "public.png") == .notRegular)
    }

    @Test(arguments: ["absent.png", "absent/a.png", "file.png/a.png", "", "file.png\0.png"])
    func `refuses what is not there`(path: String) throws {
        try stage.write(png, to: "file.png")

        #expect(try stage.rejection(path, hint: "public.png") == .notFound)
    }

    @Test func `refuses a name longer than names can be`() throws {
        #expect(try stage.rejection(String(repeating: "a", count: 5000) + ".png") == .notFound)
    }

    @Test func `refuses an empty file`() throws {
        try stage.write([], to: "photo.png")

        #expect(try stage.rejection("photo.png") == .empty)
    }

    @Test func `refuses four sparse gigabytes unread`() throws {
        try stage.write(png, length: 4 << 30, to: "photo.png")

        #expect(try stage.rejection("photo.png") == .tooLarge)
        #expect(stage.storedPaths().isEmpty)
    }

    @Test(arguments: [AttachmentType.png, .mp3, .mpeg4])
    func `takes a file of the limit and refuses one byte more`(type: AttachmentType) throws {
        let limit = type.kind.byteLimit
        let name = "file.\(type.fileExtensions[0])"

        try stage.write(type.sample, length: limit + 1, to: name)
        #expect(try stage.rejection(name) == .tooLarge)
        try stage.write(type.sample, length: limit, to: name)
        let taken = try stage.take(AttachmentRequest(path: name)).get()

        #expect(taken.file.byteCount == limit)
        #expect(try stage.store.open(taken.file).byteCount() == UInt64(limit))
    }

    @Test func `refuses a file that is not what it says`() throws {
        try stage.write(Array("<html>404</html>".utf8), to: "photo.png")
        try stage.write(AttachmentType.mp3.sample, to: "photo.gif")

        #expect(try stage.rejection("photo.png") == .contentMismatch)
        #expect(try stage.rejection("photo.gif") == .contentMismatch)
        #expect(stage.has("photo.png"))
        #expect(stage.storedPaths().isEmpty)
    }

    @Test(arguments: [
        ("photo.png", "", AttachmentType.png, "png"), ("photo.GIF", "", .gif, "gif"),
        ("photo.jpeg", "", .jpeg, "jpeg"), ("photo.JPE", "public.jpeg", .jpeg, "jpe"),
        ("photo.png", "com.compuserve.gif", .gif, "gif"), ("photo", "public.png", .png, "png"),
    ])
    func `a picture of another type than it is said to be is taken, and keeps its name's ending`(
        name: String,
        hint: String,
        claimed: AttachmentType,
        kept: String
    ) throws {
        try stage.write(AttachmentType.jpeg.sample, to: name)
        let taken = try stage.take(AttachmentRequest(path: name, typeHint: hint)).get()
        #expect(taken.type == .jpeg)
        #expect(taken.claimedType == claimed)
        #expect(taken.file.path.hasSuffix(".\(kept)"))
        #expect(stage.storedPaths() == [taken.file.relativePath])
    }

    @Test(arguments: [AttachmentType.webP, .heic, .avif])
    func `a picture that iOS decodes is taken under the name of a listed type alone`(
        type: AttachmentType
    ) throws {
        try stage.write(type.sample, to: "photo.jpg")
        try stage.write(type.sample, to: "photo.\(type.fileExtensions[0])")
        let taken = try stage.take(AttachmentRequest(path: "photo.jpg")).get()
        #expect(taken.type == type)
        #expect(taken.file.path.hasSuffix(".jpg"))
        #expect(try stage.rejection("photo.\(type.fileExtensions[0])") == .unknownType)
    }

    @Test func `the limit of pixels holds for what a picture is, not what it is said to be`() throws
    {
        let bomb = AttachmentType.png.sample + [0x7f, 0xff, 0xff, 0xff, 0x7f, 0xff, 0xff, 0xff]
        try stage.write(bomb, to: "bomb.jpg")
        #expect(try stage.rejection("bomb.jpg") == .tooManyPixels)
        #expect(try stage.rejection("bomb.jpg", hint: "com.compuserve.gif") == .tooManyPixels)
        #expect(stage.storedPaths().isEmpty)
    }

    @Test func `the hint decides over the extension`() throws {
        try stage.write(AttachmentType.jpeg.sample, to: "photo.png")
        try stage.write(png, to: "download.tmp")

        #expect(try stage.rejection("photo.png", hint: "public.gif") == .unknownType)
        #expect(try stage.rejection("photo.png", hint: "public.mp3") == .contentMismatch)
        let photo = AttachmentRequest(path: "photo.png", typeHint: "public.jpeg")
        #expect(try stage.take(photo).get().type == .jpeg)
        #expect(try stage.rejection("download.tmp") == .unknownType)
        let download = AttachmentRequest(path: "download.tmp", typeHint: "public.png")
        #expect(try stage.take(download).get().file.path.hasSuffix(".png"))
    }

    @Test func `identifiers are unique, and made where there is none`() throws {
        for name in ["a.png", "b.png", "c.png", "d.png"] { try stage.write(png, to: name) }

        let results = try stage.take([
            AttachmentRequest(identifier: "one", path: "a.png"),
            AttachmentRequest(identifier: "one", path: "b.png"),
            AttachmentRequest(path: "c.png"),
            AttachmentRequest(path: "d.png"),
        ])

        #expect(try results[0].get().identifier == "one")
        #expect(results[1].failure?.code == .duplicateIdentifier)
        let made = try results[2...].map { try $0.get().identifier }
        #expect(Set(made).count == 2)
        #expect(!made.contains(""))
        #expect(stage.has("b.png"))
    }

    @Test func `the same file cannot be attached twice`() throws {
        try stage.write(png, to: "a.png")

        let results = try stage.take([
            AttachmentRequest(path: "a.png"), AttachmentRequest(path: "a.png"),
        ])

        #expect(results[0].failure == nil)
        #expect(results[1].failure?.code == .notFound)
    }

    @Test func `takes no more than the limit, in order`() throws {
        let names = (0..<5).map { "\($0).png" }
        for name in names { try stage.write(png, to: name) }

        let results = try stage.take(names.map { AttachmentRequest(path: $0) }, countLimit: 3)

        #expect(results.map { $0.failure?.code } == [nil, nil, nil, .tooMany, .tooMany])
        #expect(names.map(stage.has) == [false, false, false, true, true])
    }

    @Test func `one that fails does not keep the others from being taken`() throws {
        try stage.write(png, to: "good.png")

        let results = try stage.take([
            AttachmentRequest(path: "absent.png"), AttachmentRequest(path: "good.png"),
        ])

        #expect(results.map { $0.failure?.code } == [.notFound, nil])
    }

    @Test func `a file of the bundle is copied and stays`() throws {
        let path = "\(stage.outside)/logo.png"
        try stage.write(png, to: path)
        let intake = AttachmentIntake(
            container: AttachmentFolder(
                try Descriptor.openDirectory(stage.container),
                path: stage.container,
                disposal: .move
            ),
            bundle: AttachmentFolder(
                try Descriptor.openDirectory(stage.outside),
                path: stage.outside,
                disposal: .copy
            ),
            store: stage.store
        )

        let taken = try intake.take([AttachmentRequest(path: path)])[0].get()

        #expect(try stage.store.open(taken.file).readAll(limit: 99) == png)
        #expect(FileManager.default.fileExists(atPath: path))
    }

    private func bindSocket(at path: String) throws {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { room in
            unsafe room.copyBytes(from: path.utf8.prefix(room.count - 1))
        }
        let socket = Descriptor(
            owning: try checked("socket") { Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0) }
        )
        let raw = socket.raw
        try checked("bind") {
            unsafe withUnsafePointer(to: &address) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    unsafe bind(raw, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
        }
        try socket.close()
    }
}
