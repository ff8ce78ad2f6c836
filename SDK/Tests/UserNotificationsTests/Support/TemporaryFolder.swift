// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// A folder that lasts as long as the value that owns it.
struct TemporaryFolder: ~Copyable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    /// Writes a file, padded with zeros to `byteCount` where it is given.
    func file(_ name: String, _ start: [UInt8], byteCount: Int? = nil) throws -> URL {
        let file = url.appendingPathComponent(name)
        try Data(start).write(to: file)
        if let byteCount {
            let handle = try FileHandle(forWritingTo: file)
            try handle.truncate(atOffset: UInt64(byteCount))
            try handle.close()
        }
        return file
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }
}

/// The first bytes of files of each type.
enum Signature {
    static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]
    static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0]
    static let gif = Array("GIF89a".utf8)
    static let webP = Array("RIFF....WEBPVP8 ".utf8)
    static let heic: [UInt8] = [0, 0, 0, 24] + Array("ftypheic....".utf8)
    static let aiff = Array("FORM....AIFF".utf8)
    static let wave = Array("RIFF....WAVE".utf8)
    static let mp3 = Array("ID3".utf8)
    static let mp3Frame: [UInt8] = [0xFF, 0xFB, 0x90, 0x64]
    static let mpeg4: [UInt8] = [0, 0, 0, 0x20] + Array("ftypisom".utf8)
    static let mpeg: [UInt8] = [0, 0, 1, 0xBA]
    static let mpeg2: [UInt8] = [0, 0, 1, 0xB3]
    static let avi = Array("RIFF....AVI ".utf8)
}
