// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Foundation

/// Small files of the kinds that a notification can have.
enum SampleFiles {
    /// A second of silence, as a WAV file.
    static var sound: Data {
        let count: UInt32 = 8000
        func bytes(_ value: UInt32) -> [UInt8] {
            (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
        }
        let format: [UInt8] = [1, 0, 1, 0] + bytes(count) + bytes(count) + [1, 0, 8, 0]
        let chunks =
            Array("WAVEfmt ".utf8) + bytes(16) + format + Array("data".utf8) + bytes(count)
            + Array(repeating: 0x80, count: Int(count))
        return Data(Array("RIFF".utf8) + bytes(UInt32(chunks.count)) + chunks)
    }

    /// A picture of two frames, red and blue, that change for ever.
    static var movingPicture: Data {
        let loop = Array("\u{21}\u{ff}\u{0b}NETSCAPE2.0".unicodeScalars).map { UInt8($0.value) }
        func frame(_ code: UInt8) -> [UInt8] {
            [0x21, 0xf9, 4, 4, 10, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, code, 1, 0]
        }
        let head: [UInt8] = [1, 0, 1, 0, 0x80, 0, 0, 200, 30, 40, 30, 60, 200]
        return Data(
            Array("GIF89a".utf8) + head + loop + [3, 1, 0, 0, 0] + frame(0x44) + frame(0x4c)
                + [0x3b]
        )
    }

    /// The beginning of a movie, and then markup that runs a program in a browser that takes it for a
    /// page.
    static var pretendedMovie: Data {
        Data([0, 0, 0, 24]) + Data("ftypisom".utf8) + Data([0, 0, 2, 0]) + Data("isomiso2".utf8)
            + Data("<!doctype html><script>document.title = 'run'</script>".utf8)
    }
}
