// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfrySystem
import Glibc
import Testing

@testable import BelfryRuntime

@Suite struct PictureTests {
    private static func big(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }

    private static func low(_ number: Int, _ count: Int) -> [UInt8] {
        big(number, count).reversed()
    }

    private static func png(_ width: Int, _ height: Int) -> [UInt8] {
        [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13] + "IHDR".utf8 + big(width, 4)
            + big(height, 4) + [8, 6, 0, 0, 0]
    }

    private static func webP(_ chunk: String, _ rest: [UInt8]) -> [UInt8] {
        Array("RIFF".utf8) + [0, 0, 0, 0] + "WEBP\(chunk)".utf8 + [0, 0, 0, 0] + rest
            + [UInt8](repeating: 0, count: 16)
    }

    @Test func `knows pictures by their first bytes`() throws {
        let gif = Array("GIF89a".utf8) + Self.low(3, 2) + Self.low(4, 2)
        let jpeg: [UInt8] = [0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0, 4, 0, 3, 1]
        let lossy = Self.webP("VP8 ", [0, 0, 0, 0x9d, 1, 0x2a] + Self.low(3, 2) + Self.low(4, 2))
        let lossless = Self.webP("VP8L", [0x2f] + Self.low(2 | 3 << 14, 4))
        let extended = Self.webP("VP8X", [0, 0, 0, 0] + Self.low(2, 3) + Self.low(3, 3))
        let files = [
            (Self.png(3, 4), "image/png"), (gif, "image/gif"), (jpeg, "image/jpeg"),
            (lossy, "image/webp"), (lossless, "image/webp"), (extended, "image/webp"),
        ]
        for (bytes, mediaType) in files {
            let picture = try PictureFile(bytes: bytes)
            #expect(picture.mediaType == mediaType)
            #expect(picture.name.count == 64)
        }
    }

    @Test func `refuses what is none, or too large to be decoded`() {
        func fault(_ bytes: [UInt8]) -> String? {
            do throws(PictureFault) {
                _ = try PictureFile(bytes: bytes)
                return nil
            } catch {
                return error.description
            }
        }
        #expect(fault([]) == "is no PNG, JPEG, GIF or WebP")
        #expect(fault(Array("<svg/>".utf8)) == "is no PNG, JPEG, GIF or WebP")
        #expect(fault(Self.png(4097, 1)) == "has 4097 × 1 pixels; 4096 × 4096 is the most")
        #expect(fault(Self.png(0, 1)) == "has 0 × 1 pixels; 4096 × 4096 is the most")
        #expect(fault(Self.png(4096, 4096)) == nil)
        #expect(fault(Array(Self.png(1, 1).prefix(20))) == "does not say how large a picture it is")
        let tooLong = Self.png(1, 1) + [UInt8](repeating: 0, count: 10 << 20)
        #expect(fault(tooLong) == "has more than 10 MB")
        let tooLarge = Self.webP("VP8X", [0, 0, 0, 0] + Self.low(5000, 3) + Self.low(3, 3))
        #expect(fault(tooLarge) == "has 5001 × 4 pixels; 4096 × 4096 is the most")
        #expect(fault(Self.webP("XXXX", [])) == "does not say how large a picture it is")
    }

    @Test func `reads regular files alone`() throws {
        let folder = try Descriptor.openDirectory("/tmp")
        #expect(throws: PictureFault(SystemError(call: "read", errno: EISDIR))) {
            _ = try PictureFile(folder)
        }
    }

    @Test func `a shelf gives up what is not shown, the longest out of use first`() throws {
        var shelf = PictureShelf()
        let pictures = try (1...PictureShelf.countLimit + 1).map {
            try PictureFile(bytes: Self.png($0, 1))
        }
        for picture in pictures.dropLast() { #expect(shelf.put(picture, keeping: []) == true) }
        let last = try #require(pictures.last)
        let shown = Set(pictures.dropLast().map(\.name))
        #expect(shelf.put(last, keeping: shown) == false)
        #expect(shelf.put(pictures[0], keeping: []) == true)
        #expect(shelf.put(last, keeping: [pictures[2].name]) == true)
        #expect(shelf[last.name] != nil)
        #expect(shelf[pictures[0].name] != nil)
        #expect(shelf[pictures[1].name] == nil)
    }

    @Test func `a shelf holds so many bytes`() throws {
        var shelf = PictureShelf()
        let size = 9 << 20
        let pictures = try (1...4).map { side in
            try PictureFile(
                bytes: Self.png(side, 1) + [UInt8](repeating: 0, count: size)
            )
        }
        for picture in pictures { #expect(shelf.put(picture, keeping: []) == true) }
        #expect(shelf[pictures[0].name] == nil)
        #expect(shelf[pictures[3].name] != nil)
    }
}
