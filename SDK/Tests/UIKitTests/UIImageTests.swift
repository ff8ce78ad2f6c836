// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CoreGraphics
internal import Foundation
internal import Testing
internal import UIKit

@Suite struct UIImageTests {
    @Test func `a PNG is read back as it was written`() throws {
        let data = try #require(Pictures.halves(width: 8, height: 4).pngData())
        let image = try #require(UIImage(data: data))
        #expect(image.size == CGSize(width: 8, height: 4) && image.scale == 1)
        #expect(Pictures.pixel(image, 0, 0) == [255, 0, 0, 255])
        #expect(Pictures.pixel(image, 7, 3) == [0, 0, 255, 255])
        #expect(UIImage(data: data, scale: 2)?.size == CGSize(width: 4, height: 2))
    }

    @Test func `a half transparent colour survives a PNG`() throws {
        let format = UIGraphicsImageRendererFormat()
        format.scale = 1
        let renderer = UIGraphicsImageRenderer(size: CGSize(width: 2, height: 2), format: format)
        let data = renderer.pngData { context in
            UIColor(red: 1, green: 0.5, blue: 0, alpha: 0.5).setFill()
            context.fill(CGRect(x: 0, y: 0, width: 1, height: 2))
        }
        let image = UIImage(data: data)
        #expect(Pictures.pixel(image, 0, 0) == [128, 64, 0, 128])
        #expect(Pictures.pixel(image, 1, 1) == [0, 0, 0, 0])
    }

    @Test func `a JPEG is nearly what was written, and smaller with less quality`() throws {
        let image = Pictures.halves(width: 64, height: 64)
        let best = try #require(image.jpegData(compressionQuality: 1))
        let worst = try #require(UIImageJPEGRepresentation(image, 0.1))
        #expect(worst.count < best.count)
        let pixel = try #require(Pictures.pixel(UIImage(data: best), 4, 4))
        #expect(pixel[0] > 240 && pixel[1] < 16 && pixel[2] < 16 && pixel[3] == 255)
    }

    @Test func `the first frame of a GIF is read, and a WebP`() {
        let gif = UIImage(data: Pictures.gif)
        #expect(gif?.size == CGSize(width: 2, height: 1))
        #expect(Pictures.pixel(gif, 0, 0) == [255, 0, 0, 255])
        #expect(Pictures.pixel(gif, 1, 0) == [0, 0, 0, 0])
        let webP = Pictures.webP.flatMap { UIImage(data: $0) }
        #expect(webP?.size == CGSize(width: 1, height: 1))
        #expect(webP?.pngData() != nil)
    }

    @Test(arguments: [
        (UInt8(1), UIImage.Orientation.up, CGSize(width: 64, height: 32)),
        (3, .down, CGSize(width: 64, height: 32)),
        (6, .right, CGSize(width: 32, height: 64)),
        (8, .left, CGSize(width: 32, height: 64)),
    ])
    func `a JPEG is shown the way its EXIF block says`(
        exif: UInt8,
        orientation: UIImage.Orientation,
        size: CGSize
    ) throws {
        let jpeg = try #require(
            Pictures.halves(width: 64, height: 32).jpegData(compressionQuality: 1)
        )
        let image = try #require(UIImage(data: Pictures.turned(jpeg, orientation: exif)))
        #expect(image.imageOrientation == orientation && image.size == size)
        // Written, and drawn, it is upright: both ways put red in the same place.
        let written = UIImage(data: try #require(image.pngData()))
        let drawn = image.preparingThumbnail(of: size)
        for picture in [written, drawn] {
            #expect(picture?.size == size)
            let first = try #require(Pictures.pixel(picture, 2, 2))
            let last = try #require(
                Pictures.pixel(picture, Int(size.width) - 3, Int(size.height) - 3)
            )
            let isRedFirst = exif == 1 || exif == 6
            #expect(first[isRedFirst ? 0 : 2] > 200, "\(first)")
            #expect(last[isRedFirst ? 2 : 0] > 200, "\(last)")
        }
    }

    @Test func `what is no picture, and a bomb, is no image`() throws {
        #expect(UIImage(data: Data()) == nil)
        #expect(UIImage(data: Data("<html>".utf8)) == nil)
        #expect(UIImage(contentsOfFile: "/nowhere.png") == nil)
        var bomb = try #require(Pictures.halves(width: 4, height: 4).pngData())
        bomb.replaceSubrange(16..<24, with: [0, 0, 0x70, 0, 0, 0, 0x70, 0])
        #expect(UIImage(data: bomb) == nil)
    }

    @Test func `a broken picture has a size and no pixels`() throws {
        let png = try #require(Pictures.halves(width: 64, height: 64).pngData())
        let cut = try #require(UIImage(data: png.prefix(60)))
        #expect(cut.size.width == 64)
        #expect(cut.pngData() == nil && cut.jpegData(compressionQuality: 1) == nil)
        #expect(cut.preparingForDisplay() == nil)
        // A header that says other than the file has.
        var liar = png
        liar.replaceSubrange(16..<20, with: [0, 0, 0, 32])
        #expect(UIImage(data: liar)?.pngData() == nil)
    }

    @Test func `no prefix and no changed byte of a picture does harm`() throws {
        let image = Pictures.halves(width: 16, height: 16)
        let jpeg = try #require(image.jpegData(compressionQuality: 0.5))
        let png = try #require(image.pngData())
        for data in [jpeg, png, Pictures.gif, try #require(Pictures.webP)] {
            for index in data.indices {
                _ = UIImage(data: data.prefix(index))?.pngData()
                var changed = data
                changed[index] ^= 0xff
                _ = UIImage(data: changed)?.preparingThumbnail(of: CGSize(width: 3, height: 3))
            }
        }
    }

    @Test func `a thumbnail has the size asked for`() async throws {
        let jpeg = Pictures.halves(width: 400, height: 200).jpegData(compressionQuality: 1)
        let image = try #require(jpeg.flatMap { UIImage(data: $0) })
        let thumbnail = try #require(image.preparingThumbnail(of: CGSize(width: 40, height: 20)))
        #expect(thumbnail.size == CGSize(width: 40, height: 20))
        let left = try #require(Pictures.pixel(thumbnail, 5, 10))
        let right = try #require(Pictures.pixel(thumbnail, 35, 10))
        #expect(left[0] > 240 && left[2] < 16 && right[2] > 240 && right[0] < 16)
        let another = await image.byPreparingThumbnail(ofSize: CGSize(width: 10, height: 10))
        #expect(another?.size.width == 10)
    }

    @Test func `a symbol knows its name and has no pixels`() {
        #expect(UIImage(systemName: "") == nil)
        let symbol = UIImage(systemName: "bell")
        #expect(symbol?.isSymbolImage == true && symbol?.cgImage == nil)
        #expect(symbol?.description == "<UIImage: symbol bell>")
    }

    @Test func `named images come from the bundle, the largest scale first`() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("Named-\(UUID().uuidString).bundle")
        let set = folder.appendingPathComponent("Media.xcassets/Icons/logo.imageset")
        try FileManager.default.createDirectory(at: set, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let small = Pictures.halves(width: 4, height: 4)
        let large = Pictures.halves(width: 8, height: 8)
        try small.pngData()?.write(to: folder.appendingPathComponent("avatar.png"))
        try large.pngData()?.write(to: folder.appendingPathComponent("avatar@2x.png"))
        try large.pngData()?.write(to: set.appendingPathComponent("logo@2x.png"))
        let bundle = try #require(Bundle(path: folder.path))
        for name in ["avatar", "avatar.png", "logo"] {
            let image = UIImage(named: name, in: bundle, compatibleWith: nil)
            #expect(image?.scale == 2 && image?.size.width == 4, "\(name)")
        }
        #expect(UIImage(named: "none", in: bundle, compatibleWith: nil) == nil)
        #expect(UIImage(named: "../avatar", in: bundle, compatibleWith: nil) == nil)
    }
}
