// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfrySystem
internal import Foundation

/// A file that an app has as a sound of its notifications.
///
/// Apple plays linear PCM, MA4 (IMA/ADPCM), µ-law and a-law in AIFF, WAV and CAF files
/// (<https://developer.apple.com/documentation/usernotifications/unnotificationsound>). The headers
/// of such a file say how long it plays: they are walked, and no sample is read. It is our own code:
/// no package for Linux here reads all three formats.
package struct SoundFile: ~Copyable {
    /// The extensions of such files, in lower case.
    package static let fileExtensions: Set<String> = ["aif", "aifc", "aiff", "caf", "wav"]

    /// Most chunks that are looked at; a file has a handful, and an extension may have written it.
    private static let chunkLimit = 64

    private let file: Descriptor
    private let byteCount: UInt64

    /// A piece of a file: a name of four letters, a size, and so many bytes.
    private struct Chunk {
        let name: [UInt8]
        let start: UInt64

        /// As many as the file has, where the header claims more.
        let byteCount: UInt64

        func isNamed(_ text: StaticString) -> Bool { name.elementsEqual(text.description.utf8) }
    }

    /// Opens a file.
    ///
    /// - Parameter path: The file; a symbolic link is refused.
    /// - Throws: ``FileFault`` or ``SystemError`` for what cannot be read.
    package init(at path: String) throws {
        try self.init(try Descriptor.openRegularFile(path, followsLink: false))
    }

    /// Takes a regular file that is open for reading.
    ///
    /// - Parameter file: The file.
    /// - Throws: ``SystemError`` from fstat(2).
    package init(_ file: consuming Descriptor) throws {
        byteCount = try file.byteCount()
        self.file = file
    }

    /// Finds out how long it plays.
    ///
    /// - Returns: Seconds, finite and at least 0; nil for what is in none of the formats.
    /// - Throws: ``SystemError`` from pread(2).
    package func seconds() throws -> Double? {
        let head = try file.read(at: 0, count: 12)
        guard head.count == 12 else { return nil }
        let seconds: Double?
        switch (
            String(decoding: head[..<4], as: UTF8.self), String(decoding: head[8...], as: UTF8.self)
        ) {
        case ("RIFF", "WAVE"): seconds = try secondsOfWAV()
        case ("FORM", "AIFF"), ("FORM", "AIFC"): seconds = try secondsOfAIFF()
        case ("caff", _): seconds = try secondsOfCAF()
        default: return nil
        }
        return seconds.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
    }

    // MARK: Chunks

    /// Goes through the chunks of a file.
    ///
    /// - Parameters:
    ///   - start: Where the first one begins.
    ///   - sizeByteCount: How many bytes a size has.
    ///   - isLittleEndian: How a size is written.
    ///   - isPadded: Whether each begins at an even offset.
    ///   - body: Takes each chunk; false ends it.
    /// - Throws: ``SystemError`` from pread(2), and what `body` throws.
    private func eachChunk(
        from start: UInt64,
        sizeByteCount: Int = 4,
        isLittleEndian: Bool = false,
        isPadded: Bool = true,
        _ body: (Chunk) throws -> Bool
    ) throws {
        var offset = start
        for _ in 0..<Self.chunkLimit {
            let head = try file.read(at: offset, count: 4 + sizeByteCount)
            guard head.count == 4 + sizeByteCount else { return }
            let size = Self.number(isLittleEndian ? head[4...].reversed() : Array(head[4...]))
            let begin = offset + UInt64(head.count)
            let rest = byteCount > begin ? byteCount - begin : 0
            let chunk = Chunk(name: Array(head[..<4]), start: begin, byteCount: min(size, rest))
            guard try body(chunk), size < rest else { return }
            offset = begin + size + (isPadded ? size & 1 : 0)
        }
    }

    /// The first bytes of a chunk; nil where it has fewer.
    private func bytes(of chunk: Chunk, _ count: Int) throws -> [UInt8]? {
        guard chunk.byteCount >= count else { return nil }
        let bytes = try file.read(at: chunk.start, count: count)
        return bytes.count == count ? bytes : nil
    }

    /// A number, its highest byte first.
    private static func number(_ bytes: some Sequence<UInt8>) -> UInt64 {
        bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }

    // MARK: Formats

    /// RIFF's chunks `fmt ` and `data`: the second's bytes by the bytes of each second.
    ///
    /// Those are the rate of frames times the bytes of each, as a player reckons it; a block of
    /// IMA/ADPCM holds many frames, and there the header's own figure counts.
    private func secondsOfWAV() throws -> Double? {
        var rate: UInt64?
        var length: UInt64?
        try eachChunk(from: 12, isLittleEndian: true) { chunk in
            if chunk.isNamed("fmt "), let format = try bytes(of: chunk, 16) {
                var kind = Self.number(format[..<2].reversed())
                // WAVE_FORMAT_EXTENSIBLE: the kind is what a longer chunk's GUID begins with.
                if kind == 0xFFFE, let long = try bytes(of: chunk, 26) {
                    kind = Self.number(long[24..<26].reversed())
                }
                // PCM, floating point, a-law, µ-law and IMA/ADPCM.
                guard [1, 3, 6, 7, 0x11].contains(kind) else { return false }
                let frames = Self.number(format[4..<8].reversed())
                let block = Self.number(format[12..<14].reversed())
                rate = kind == 0x11 ? Self.number(format[8..<12].reversed()) : frames * block
            } else if chunk.isNamed("data") {
                length = chunk.byteCount
            }
            return rate == nil || length == nil
        }
        guard let rate, let length, rate > 0 else { return nil }
        return Double(length) / Double(rate)
    }

    /// AIFF's chunk `COMM`: frames by the frames of each second.
    private func secondsOfAIFF() throws -> Double? {
        var seconds: Double?
        try eachChunk(from: 12) { chunk in
            guard chunk.isNamed("COMM") else { return true }
            guard let common = try bytes(of: chunk, 18) else { return false }
            // AIFF-C goes on with how the samples are packed.
            let packing = try bytes(of: chunk, 22).map {
                String(decoding: $0[18...], as: UTF8.self)
            }
            let kind = (packing ?? "NONE").lowercased()
            guard ["none", "twos", "sowt", "fl32", "fl64", "ima4", "ulaw", "alaw"].contains(kind)
            else { return false }
            let frames = Double(Self.number(common[2..<6])) * (kind == "ima4" ? 64 : 1)
            let rate = Self.extended(common[8..<18])
            seconds = rate > 0 ? frames / rate : nil
            return false
        }
        return seconds
    }

    /// IEEE 754's extended precision: a sign, 15 bits of exponent, 64 bits of mantissa.
    private static func extended(_ bytes: ArraySlice<UInt8>) -> Double {
        let head = Int(number(bytes.prefix(2)))
        guard head & 0x8000 == 0 else { return 0 }
        return scalbn(Double(number(bytes.dropFirst(2))), head - 16383 - 63)
    }

    /// CAF's chunks `desc` and `data`: packets of equal size, by the packets of each second.
    private func secondsOfCAF() throws -> Double? {
        var packetsPerSecond: Double?
        var packetByteCount: UInt64 = 0
        var length: UInt64?
        try eachChunk(from: 8, sizeByteCount: 8, isPadded: false) { chunk in
            if chunk.isNamed("desc"), let format = try bytes(of: chunk, 32) {
                let kind = String(decoding: format[8..<12], as: UTF8.self)
                guard ["lpcm", "ima4", "ulaw", "alaw"].contains(kind) else { return false }
                let rate = Double(bitPattern: Self.number(format[..<8]))
                packetByteCount = Self.number(format[16..<20])
                packetsPerSecond = rate / Double(Self.number(format[20..<24]))
            } else if chunk.isNamed("data") {
                // An edit count stands before the samples. A size of -1 is the rest of the file.
                length = chunk.byteCount < 4 ? 0 : chunk.byteCount - 4
            }
            return packetsPerSecond == nil || length == nil
        }
        guard let packetsPerSecond, let length, packetByteCount > 0 else { return nil }
        return Double(length) / Double(packetByteCount) / packetsPerSecond
    }
}
