// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// Bytes of a picture, read at offsets that may be anywhere.
struct PictureBytes {
    private let data: Data

    init(_ data: Data) {
        self.data = data
    }

    func byte(at offset: Int) -> Int? {
        guard offset >= 0, offset < data.count else { return nil }
        return Int(data[data.startIndex + offset])
    }

    func has(_ expected: [UInt8], at offset: Int) -> Bool {
        expected.indices.allSatisfy { byte(at: offset + $0) == Int(expected[$0]) }
    }

    func has(_ expected: String, at offset: Int) -> Bool {
        has(Array(expected.utf8), at: offset)
    }

    func little16(at offset: Int) -> Int? {
        guard let low = byte(at: offset), let high = byte(at: offset + 1) else { return nil }
        return high << 8 | low
    }

    func little24(at offset: Int) -> Int? {
        guard let low = little16(at: offset), let high = byte(at: offset + 2) else { return nil }
        return high << 16 | low
    }

    func big16(at offset: Int) -> Int? {
        guard let high = byte(at: offset), let low = byte(at: offset + 1) else { return nil }
        return high << 8 | low
    }

    func big32(at offset: Int) -> Int? {
        guard let high = big16(at: offset), let low = big16(at: offset + 2) else { return nil }
        return high << 16 | low
    }

    /// Two bytes in the order that an EXIF block has chosen.
    func value16(at offset: Int, isLittle: Bool) -> Int? {
        isLittle ? little16(at: offset) : big16(at: offset)
    }

    /// Four bytes in the order that an EXIF block has chosen.
    func value32(at offset: Int, isLittle: Bool) -> Int? {
        guard isLittle else { return big32(at: offset) }
        guard let low = little16(at: offset), let high = little16(at: offset + 2) else {
            return nil
        }
        return high << 16 | low
    }
}
