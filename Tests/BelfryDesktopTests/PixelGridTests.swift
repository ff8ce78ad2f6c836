// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryPictures
import CPictures
import Foundation
import Testing

/// Pictures as a process decodes them, and as another one reads what it wrote.
@Suite struct PixelGridTests {
    /// A PNG whose pixels are all the same: their colours multiplied by alpha.
    private func picture(_ width: Int, _ height: Int, _ pixel: [UInt8]) throws -> [UInt8] {
        let pixels = Array(repeatElement(pixel, count: width * height).joined())
        var count = 0
        let encoded = unsafe pixels.withUnsafeBufferPointer { buffer in
            unsafe pictures_encode_png(
                pictures_pixels(
                    pixels: buffer.baseAddress,
                    width: UInt32(width),
                    height: UInt32(height)
                ),
                false,
                &count
            )
        }
        let bytes = try unsafe #require(unsafe encoded)
        defer { unsafe free(bytes) }
        return unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
    }

    @Test func `decodes a picture, and divides its colours by alpha`() throws {
        let grid = try #require(PixelGrid.decode(try picture(2, 1, [100, 50, 0, 128])))
        #expect(grid.width == 2 && grid.height == 1)
        #expect(grid.pixels.count == 8 && grid.pixels[3] == 128)
        // 100 of 128 is 199 of 255.
        #expect(abs(Int(grid.pixels[0]) - 199) <= 1 && abs(Int(grid.pixels[1]) - 100) <= 1)
    }

    @Test func `scales a large picture down, and keeps its shape`() throws {
        let grid = try #require(PixelGrid.decode(try picture(600, 300, [9, 8, 7, 255])))
        #expect(grid.width == 256 && grid.height == 128)
        #expect(Array(grid.pixels.suffix(4)) == [9, 8, 7, 255])
        let line = try #require(PixelGrid.decode(try picture(1000, 1, [9, 8, 7, 255])))
        #expect(line.width == 256 && line.height == 1)
    }

    @Test func `refuses what is no picture, or is cut off`() throws {
        let whole = try picture(40, 40, [1, 2, 3, 255])
        #expect(PixelGrid.decode([]) == nil)
        #expect(PixelGrid.decode(Array("<svg/>".utf8)) == nil)
        for count in [8, 20, 40] { #expect(PixelGrid.decode(Array(whole.prefix(count))) == nil) }
    }

    /// A whole WebP of one colour, whose pixels take no bits.
    private func plain(_ width: Int, _ height: Int) -> [UInt8] {
        let sides = UInt32((width - 1) | (height - 1) << 14)
        var picture: [UInt8] = [0x2f]
        picture += (0..<4).map { UInt8(truncatingIfNeeded: sides >> (8 * $0)) }
        // Neither transforms nor a cache; five codes of one symbol each (RFC 9649, 3.4 to 3.7).
        picture += [0x88, 0x88, 0x08, 0, 0, 0, 0, 0, 0, 0, 0]
        var file = Array("RIFF".utf8) + [UInt8(picture.count + 12), 0, 0, 0]
        file += "WEBPVP8L".utf8
        file += [UInt8(picture.count), 0, 0, 0]
        return file + picture
    }

    @Test func `refuses a picture that is whole for the number of its pixels`() throws {
        let small = try #require(PixelGrid.decode(plain(40, 20)))
        #expect(small.width == 40 && small.height == 20)
        #expect(PixelGrid.decode(plain(10_001, 10_000)) == nil)
    }

    @Test func `reads what another process has written, and nothing that does not agree`() throws {
        let grid = try #require(PixelGrid.decode(try picture(3, 2, [1, 2, 3, 255])))
        #expect(PixelGrid(message: grid.message) == grid)
        #expect(PixelGrid(message: Array(grid.message.dropLast())) == nil)
        #expect(PixelGrid(message: grid.message + [0]) == nil)
        for head in [[0, 0, 0, 6], [255, 255, 255, 255], [1, 1, 0, 1], []] as [[UInt8]] {
            #expect(PixelGrid(message: head) == nil)
            #expect(PixelGrid(message: head + Array(repeating: 0, count: 24)) == nil)
        }
    }
}
