// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Testing

@testable import BelfryAttachments

@Suite struct PictureSizeTests {
    private let stage: Stage

    init() throws {
        stage = try Stage()
    }

    /// A file of a type whose header says so.
    static func picture(_ type: AttachmentType, _ width: Int, _ height: Int) -> [UInt8] {
        switch type {
        case .png: type.sample + big(width, 4) + big(height, 4) + [8, 6, 0, 0, 0]
        case .gif: Array("GIF89a".utf8) + big(width, 2).reversed() + big(height, 2).reversed()
        case .webP:
            type.sample[..<24] + big(width - 1, 3).reversed() + big(height - 1, 3).reversed()
        default:
            [0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xff, 0xc2, 0, 11, 8]
                + big(height, 2) + big(width, 2) + [3]
        }
    }

    static let pictures: [AttachmentType] = [.png, .gif, .jpeg, .webP]

    @Test(arguments: pictures)
    func `reads the size that the header says`(type: AttachmentType) throws {
        let size = try find(type, Self.picture(type, 640, 4801))

        #expect(size == PictureSize(width: 640, height: 4801))
    }

    @Test(arguments: [(10_000, 10_000, true), (10_000, 10_001, false), (65_535, 65_535, false)])
    func `a hundred million pixels are enough`(width: Int, height: Int, isTaken: Bool) throws {
        for type in Self.pictures {
            let name = "\(type).\(type.isListed ? type.fileExtensions[0] : "jpg")"
            try stage.write(Self.picture(type, width, height), to: name)

            let taken = try stage.take(AttachmentRequest(path: name))

            #expect((taken.failure?.code == .tooManyPixels) == !isTaken, "\(type)")
            #expect((taken.failure == nil) == isTaken, "\(type)")
            guard let failure = taken.failure else { continue }
            #expect(failure.message.contains("\(width) × \(height) pixels, more than 100 million"))
            #expect(failure.code.appleCode == 102)
        }
        #expect(stage.storedPaths().count == (isTaken ? Self.pictures.count : 0))
    }

    @Test func `a size that no number holds is too large`() throws {
        let size = try #require(try find(.png, Self.picture(.png, 0xffff_ffff, 0xffff_ffff)))

        #expect(!size.isAcceptable)
        #expect(!PictureSize(width: .max, height: .max).isAcceptable)
    }

    @Test(arguments: pictures)
    func `a file that ends before it has a size is none of this check's`(
        type: AttachmentType
    ) throws {
        let whole = Self.picture(type, 7, 7)
        let header = type == .png ? 24 : type == .gif ? 10 : whole.count - 1
        for count in type == .gif ? 6..<10 : 8..<header {
            #expect(try find(type, Array(whole[..<count])) == nil, "\(count)")
        }
    }

    @Test func `a picture of Xcode's has another chunk before its header`() throws {
        let header = Self.picture(.png, 3, 5)[8...]
        let own = Self.big(4, 4) + "CgBI".utf8 + [0, 0, 0, 0] + [1, 2, 3, 4]

        let size = try find(.png, AttachmentType.png.sample[..<8] + own + header)

        #expect(size == PictureSize(width: 3, height: 5))
    }

    @Test(arguments: ["IDAT", "tEXt", "ihdr"])
    func `refuses a PNG that does not begin with its header`(chunk: String) throws {
        let own = Self.big(0, 4) + chunk.utf8 + [1, 2, 3, 4]
        let file = AttachmentType.png.sample[..<8] + own + Self.picture(.png, 1, 1)[8...]
        try stage.write(Array(file), to: "photo.png")

        #expect(try stage.rejection("photo.png") == .contentMismatch)
    }

    @Test func `a JPEG without a number of lines may have any`() throws {
        let size = try find(.jpeg, Self.picture(.jpeg, 9, 0))

        #expect(size == PictureSize(width: 9, height: 65_535))
    }

    @Test func `walks no more of a JPEG than its limit`() throws {
        let segments = { (count: Int) in
            [0xff, 0xd8] + (0..<count).flatMap { _ -> [UInt8] in [0xff, 0xe1, 0, 2] }
                + Self.picture(.jpeg, 1, 1)[2...]
        }
        let taken = segments(PictureSize.segmentLimit - 3)
        try stage.write(taken, to: "taken.jpg")
        try stage.write(segments(PictureSize.segmentLimit), to: "refused.jpg")

        var reads = 0
        #expect(try find(.jpeg, taken) { reads += 1 } == PictureSize(width: 1, height: 1))
        #expect(reads <= PictureSize.segmentLimit)
        #expect(try stage.rejection("taken.jpg") == nil)
        #expect(try stage.rejection("refused.jpg") == .contentMismatch)
    }

    @Test func `refuses a JPEG that goes on as something else`() throws {
        try stage.write([0xff, 0xd8, 0xff, 0xe0, 0, 2, 1, 2, 3, 4, 5, 6, 7, 8, 9], to: "photo.jpg")

        #expect(try stage.rejection("photo.jpg") == .contentMismatch)
    }

    @Test func `a GIF is as large as its largest frame reaches`() throws {
        let screen = Self.picture(.gif, 10, 20) + [0x80, 0, 0] + [UInt8](repeating: 0x2c, count: 6)
        let comment: [UInt8] = [0x21, 0xfe, 2, 0x2c, 0x2c, 1, 0x2c, 0]
        let frames = Self.frame(0, 0, 5, 5, colors: 1) + Self.frame(4, 30, 3, 5)
        let size = try find(.gif, screen + comment + frames + [0x3b] + Self.frame(0, 0, 99, 99))

        #expect(size == PictureSize(width: 10, height: 35))

        try stage.write(screen + Self.frame(0, 0, 0xffff, 0xffff), to: "frame.gif")
        #expect(try stage.rejection("frame.gif") == .tooManyPixels)
    }

    @Test func `a GIF that is cut anywhere has the frames before`() throws {
        let screen = Self.picture(.gif, 10, 20) + [0, 0, 0]
        let whole = screen + Self.frame(0, 0, 30, 30)
        for count in 10..<whole.count {
            let side = count < screen.count + 10 ? (10, 20) : (30, 30)
            let size = try find(.gif, Array(whole[..<count]))
            #expect(size == PictureSize(width: side.0, height: side.1), "\(count)")
        }
    }

    @Test func `walks a GIF of small blocks in few reads`() throws {
        let blocks = [UInt8](repeating: 1, count: 2_000_000)
        let screen = Self.picture(.gif, 10, 20) + [0, 0, 0]
        var reads = 0
        let size = try find(.gif, screen + [0x21, 0xfe] + blocks + [0] + Self.frame(0, 0, 30, 30)) {
            reads += 1
        }

        #expect(size == PictureSize(width: 30, height: 30))
        #expect(reads < 40, "\(reads)")
    }

    /// A frame of a GIF, of one block, with two colours of its own or none.
    private static func frame(
        _ left: Int,
        _ top: Int,
        _ width: Int,
        _ height: Int,
        colors: Int = 0
    ) -> [UInt8] {
        let sides = [left, top, width, height].flatMap { big($0, 2).reversed() }
        let table = [UInt8](repeating: 0x2c, count: colors * 6)
        return [0x2c] + sides + [colors > 0 ? 0x80 : 0] + table + [2, 1, 0x2c, 0]
    }

    @Test func `looks at pictures alone`() throws {
        for type in AttachmentType.allCases where type.kind != .image {
            #expect(try find(type, Self.picture(.png, 70_000, 70_000)) == nil)
        }
    }

    private func find(
        _ type: AttachmentType,
        _ bytes: [UInt8],
        onRead: () -> Void = {}
    ) throws -> PictureSize? {
        try PictureSize.find(type) { offset, count throws(AttachmentFault) in
            onRead()
            return Array(bytes.dropFirst(offset).prefix(count))
        }
    }

    private static func big(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
}
