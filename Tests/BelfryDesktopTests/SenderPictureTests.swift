// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryPictures
import Testing

@testable import BelfryDesktop

/// The pictures of programs, as an extension is shown them.
@Suite struct SenderPictureTests {
    private func pixels(
        _ width: Int,
        _ height: Int,
        row: Int? = nil,
        channels: Int = 4,
        _ bytes: [UInt8]
    ) -> SenderPixels? {
        SenderPixels(
            width: width,
            height: height,
            rowByteCount: row ?? width * channels,
            channelCount: channels,
            bytes: bytes
        )
    }

    @Test func `takes rows that are filled up, and pixels without alpha`() throws {
        // Two rows of two pixels, the first one with two bytes behind it.
        let bytes: [UInt8] = [1, 2, 3, 4, 5, 6, 0, 0, 7, 8, 9, 10, 11, 12]
        let picture = try #require(pixels(2, 2, row: 8, channels: 3, bytes)?.scaled(toSide: 64))
        #expect(picture.width == 2 && picture.height == 2)
        #expect(
            picture.pixels == [1, 2, 3, 255, 4, 5, 6, 255, 7, 8, 9, 255, 10, 11, 12, 255]
        )
    }

    @Test(arguments: [
        (2, 2, 8, 4, 15), (2, 2, 7, 4, 64), (0, 2, 8, 4, 64), (2, -1, 8, 4, 64), (2, 2, 8, 2, 64),
        (2, 2, 8, 5, 64), (8193, 1, 40_000, 4, 40_000), (1, 2, Int(Int32.max), 4, 64),
    ])
    func `refuses numbers that do not agree`(
        _ width: Int,
        _ height: Int,
        _ row: Int,
        _ channels: Int,
        _ count: Int
    ) {
        let bytes = [UInt8](repeating: 0, count: count)
        #expect(pixels(width, height, row: row, channels: channels, bytes) == nil)
    }

    @Test func `averages what lies under a point, colours by their alpha`() throws {
        // A red pixel that is seen and a blue one that is not, in turn.
        let row = Array(repeating: [255, 0, 0, 255, 0, 0, 255, 0] as [UInt8], count: 64).flatMap(
            \.self
        )
        let picture = try #require(pixels(128, 1, row)?.scaled(toSide: 64))
        #expect(picture.width == 64 && picture.height == 1)
        #expect(Array(picture.pixels.prefix(8)) == [255, 0, 0, 127, 255, 0, 0, 127])
        let clear = try #require(pixels(2, 1, [9, 9, 9, 0, 9, 9, 9, 0])?.scaled(toSide: 1))
        #expect(clear.pixels == [0, 0, 0, 0])
    }

    @Test func `is a file that others read`() throws {
        let bytes = (0..<200 * 100 * 4).map { UInt8(truncatingIfNeeded: $0 * 7 | 3) }
            .enumerated().map { $0 % 4 == 3 ? 255 : $1 }
        let picture = try #require(DesktopPicture(width: 200, height: 100, pixels: bytes))
        let read = try #require(PixelGrid.decode(picture.png))
        #expect(read.width == 200 && read.height == 100 && read.pixels == bytes)
        let small = try #require(PixelGrid.decode(picture.scaled(toSide: 64).png))
        #expect(small.width == 64 && small.height == 32)
    }

    @Test func `is the one that the specification has servers show`() throws {
        let one = try #require(DesktopPicture(width: 1, height: 1, pixels: [1, 1, 1, 1]))
        let other = try #require(DesktopPicture(width: 1, height: 1, pixels: [2, 2, 2, 2]))
        var request = NotifyRequest(
            icon: "/icon.png",
            hints: [.init("image-path", .text("/a.png"))]
        )
        request.pixels = ["image_data": one, "icon_data": other]
        #expect(request.picture == .pixels(one))
        request.pixels["image_data"] = nil
        #expect(request.picture == .file("/a.png"))
        request.hints = []
        #expect(request.picture == .file("/icon.png"))
        request.icon = ""
        #expect(request.picture == .pixels(other))
        request.pixels = [:]
        #expect(request.picture == nil)
    }

    @Test(arguments: [
        ("/a b.png", "/a b.png"), ("file:///a%20b%C3%A9.png", "/a bé.png"), ("face-smile", nil),
        ("file://host/a", nil), ("file:///a%2", nil), ("file:///a%00b", nil), ("file:///%FF", nil),
        ("https://example.org/a.png", nil), ("", nil),
    ])
    func `is a file that is named by its path or a URI`(_ name: String, _ path: String?) {
        #expect(SenderPicture.file(named: name) == path.map { .file($0) })
    }

    @Test func `is left out with the icon that is a file, and not with one of the theme`() {
        for (icon, isDropped) in [("/a.png", true), ("mail", false)] {
            let request = NotifyRequest(icon: icon, summary: "S")
            let content = request.content(hasMarkup: false)
            let change = NotifyChange(
                request,
                from: content,
                to: content,
                picture: .dropped,
                for: DesktopServer(information: [], capabilities: [])
            )
            #expect(change.dropsIcon == isDropped && !change.isEmpty)
            #expect(change.leftOut.contains("image-data") && change.leftOut.contains("image-path"))
        }
    }
}
