// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// Reads how long a film or a sound is from its file's tables.
///
/// Own code: a library would be loaded into each extension's process, and decodes what nobody
/// sees. ISO/IEC 14496-12 (boxes, `mvhd`) and the WAVE form (`fmt `, `data`) are read alone.
enum MediaDuration {
    /// The duration in seconds; nil where the file says none.
    static func read(_ file: URL) -> Double? {
        guard let handle = try? FileHandle(forReadingFrom: file) else { return nil }
        defer { try? handle.close() }
        let reader = MediaReader(handle)
        guard let head = reader.bytes(at: 0, count: 12) else { return nil }
        if head.prefix(4) == Data("RIFF".utf8), head.suffix(4) == Data("WAVE".utf8) {
            return wave(reader)
        }
        return movie(reader)
    }

    private static func wave(_ reader: MediaReader) -> Double? {
        var (place, bytesPerSecond): (UInt64, UInt64?) = (12, nil)
        for _ in 0..<64 {
            guard let head = reader.bytes(at: place, count: 8) else { return nil }
            let length = head.littleEndian(at: 4)
            if head.prefix(4) == Data("fmt ".utf8) {
                bytesPerSecond = reader.bytes(at: place + 16, count: 4)?.littleEndian(at: 0)
            } else if head.prefix(4) == Data("data".utf8) {
                guard let rate = bytesPerSecond, rate > 0 else { return nil }
                return Double(length) / Double(rate)
            }
            place += 8 + length + length % 2
        }
        return nil
    }

    private static func movie(_ reader: MediaReader) -> Double? {
        guard let movie = box("moov", in: 0..<reader.size, reader),
            let header = box("mvhd", in: movie, reader),
            let version = reader.bytes(at: header.lowerBound, count: 1)?.first
        else { return nil }
        // Creation and modification, each of 4 or 8 bytes, stand before the scale and the duration.
        let wide = version == 1
        guard
            let numbers = reader.bytes(
                at: header.lowerBound + (wide ? 20 : 12),
                count: wide ? 12 : 8
            )
        else { return nil }
        let scale = numbers.bigEndian(at: 0, count: 4)
        let duration = numbers.bigEndian(at: 4, count: wide ? 8 : 4)
        // All bits set: not known.
        guard scale > 0, duration != (wide ? .max : UInt64(UInt32.max)) else { return nil }
        return Double(duration) / Double(scale)
    }

    /// The contents of the first box of a name.
    private static func box(
        _ name: String,
        in range: Range<UInt64>,
        _ reader: MediaReader
    ) -> Range<UInt64>? {
        var place = range.lowerBound
        for _ in 0..<1024 {
            guard place < range.upperBound, let head = reader.bytes(at: place, count: 8) else {
                return nil
            }
            var (length, headLength) = (head.bigEndian(at: 0, count: 4), UInt64(8))
            if length == 1, let wide = reader.bytes(at: place + 8, count: 8) {
                (length, headLength) = (wide.bigEndian(at: 0, count: 8), 16)
            } else if length == 0 {
                length = range.upperBound - place
            }
            guard length >= headLength, length <= range.upperBound - place else { return nil }
            if head.suffix(4) == Data(name.utf8) { return place + headLength..<place + length }
            place += length
        }
        return nil
    }
}

/// Reads parts of a file.
private final class MediaReader {
    private let handle: FileHandle
    let size: UInt64

    init(_ handle: FileHandle) {
        self.handle = handle
        size = (try? handle.seekToEnd()) ?? 0
    }

    func bytes(at place: UInt64, count: Int) -> Data? {
        guard place < size, (try? handle.seek(toOffset: place)) != nil,
            let data = try? handle.read(upToCount: count), data.count == count
        else { return nil }
        return data
    }
}

extension Data {
    fileprivate func bigEndian(at place: Int, count: Int) -> UInt64 {
        dropFirst(place).prefix(count).reduce(0) { $0 << 8 | UInt64($1) }
    }

    fileprivate func littleEndian(at place: Int) -> UInt64 {
        dropFirst(place).prefix(4).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
