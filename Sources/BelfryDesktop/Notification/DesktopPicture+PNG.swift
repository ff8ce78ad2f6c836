// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension DesktopPicture {
    /// The picture with no side longer than a limit.
    package func scaled(toSide limit: Int) -> DesktopPicture {
        max(width, height) <= limit ? self : SenderPixels(self).scaled(toSide: limit) ?? self
    }

    /// The picture as a file (PNG, third edition), which is not compressed.
    package var png: [UInt8] {
        var rows: [UInt8] = []
        rows.reserveCapacity(pixels.count + height)
        for row in 0..<height {
            // Each row says that nothing is to be added to it.
            rows.append(0)
            rows += pixels[row * width * 4..<(row + 1) * width * 4]
        }
        // Eight bits a colour, red, green, blue and alpha.
        let header = UInt32(width).bigEndianBytes + UInt32(height).bigEndianBytes + [8, 6, 0, 0, 0]
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Self.chunk("IHDR", header)
            + Self.chunk("IDAT", Self.stored(rows)) + Self.chunk("IEND", [])
    }

    private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        let body = Array(type.utf8) + data
        return UInt32(data.count).bigEndianBytes + body + crc(body).bigEndianBytes
    }

    /// A zlib stream of blocks that are stored as they are (RFC 1950; RFC 1951, 3.2.4).
    private static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var stream: [UInt8] = [0x78, 0x01]
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(65_535)
            rest = rest.dropFirst(block.count)
            let (low, high) = (UInt8(block.count & 255), UInt8(block.count >> 8))
            stream += [rest.isEmpty ? 1 : 0, low, high, ~low, ~high] + block
        } while !rest.isEmpty
        return stream + adler(bytes).bigEndianBytes
    }

    private static func adler(_ bytes: [UInt8]) -> UInt32 {
        var (first, second): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            first = (first + UInt32(byte)) % 65_521
            second = (second + first) % 65_521
        }
        return second << 16 | first
    }

    private static func crc(_ bytes: [UInt8]) -> UInt32 {
        var remainder = UInt32.max
        for byte in bytes {
            remainder ^= UInt32(byte)
            for _ in 0..<8 {
                let isOdd = remainder & 1 == 1
                remainder >>= 1
                if isOdd { remainder ^= 0xEDB8_8320 }
            }
        }
        return ~remainder
    }
}

extension UInt32 {
    fileprivate var bigEndianBytes: [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: self >> $0) }
    }
}
