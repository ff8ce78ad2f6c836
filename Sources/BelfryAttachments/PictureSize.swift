// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// How many pixels a picture says that it has.
///
/// A file of ten kilobytes can ask its decoder for gigabytes. Nothing is decoded to find out: the
/// headers are walked, a few bytes of each are read, and only so many of them.
package struct PictureSize: Equatable {
    /// In pixels.
    package let width: Int
    /// In pixels.
    package let height: Int

    /// A size that is known.
    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// Most pixels of a picture: four times those of a large photograph.
    static let pixelLimit = 100_000_000

    /// Most segments of a JPEG file before its frame header: profiles and previews take tens.
    static let segmentLimit = 1024

    /// Whether the picture is small enough to be decoded.
    package var isAcceptable: Bool {
        let (count, overflows) = width.multipliedReportingOverflow(by: height)
        return !overflows && count <= Self.pixelLimit
    }

    /// Reads a file at an offset: so many bytes, fewer only where it ends.
    package typealias Reading = (_ offset: Int, _ count: Int) throws(AttachmentFault) -> [UInt8]

    /// Finds the size in a file's headers.
    ///
    /// - Parameters:
    ///   - type: What the file is; its signature is there.
    ///   - read: Reads the file.
    /// - Returns: The size; nil for what is no picture, or ends before it has one.
    /// - Throws: ``AttachmentFault`` of `read`, and for headers in which it cannot be found.
    package static func find(
        _ type: AttachmentType,
        _ read: Reading
    ) throws(AttachmentFault) -> PictureSize? {
        switch type {
        case .png: try ofPNG(read)
        case .gif: try ofGIF(read)
        case .jpeg: try ofJPEG(read)
        case .webP: try ofWebP(read)
        default: nil
        }
    }

    /// In the first chunk, IHDR (PNG, 11.2.1); Xcode puts another, CgBI, before it.
    private static func ofPNG(_ read: Reading) throws(AttachmentFault) -> PictureSize? {
        var offset = 8
        for name in ["IHDR", "CgBI"] {
            let chunk = try read(offset, 16)
            guard chunk.count >= 8 else { return nil }
            if chunk[4..<8].elementsEqual("IHDR".utf8) {
                guard chunk.count == 16 else { return nil }
                return PictureSize(
                    width: chunk.bigEndian(at: 8, count: 4),
                    height: chunk.bigEndian(at: 12, count: 4)
                )
            }
            guard name == "IHDR", chunk[4..<8].elementsEqual("CgBI".utf8) else { break }
            // Length, name, contents, checksum.
            offset += 12 + chunk.bigEndian(at: 0, count: 4)
        }
        throw .hiddenSize(.png)
    }

    /// In the frame header, after any number of other segments (ITU-T T.81, B.2.2).
    private static func ofJPEG(_ read: Reading) throws(AttachmentFault) -> PictureSize? {
        var offset = 2
        for _ in 0..<segmentLimit {
            let segment = try read(offset, 9)
            guard segment.count >= 2 else { return nil }
            guard segment[0] == 0xff else { throw .hiddenSize(.jpeg) }
            switch segment[1] {
            case 0xff: offset += 1  // a fill byte
            case 0x01, 0xd0...0xd8: offset += 2  // without contents
            case 0xd9, 0xda: return nil  // the picture's end, or its data without a frame
            case 0xc0...0xcf where ![0xc4, 0xc8, 0xcc].contains(segment[1]):
                guard segment.count == 9 else { return nil }
                let height = segment.bigEndian(at: 5, count: 2)
                // No lines yet means that their number follows the data: any.
                return PictureSize(
                    width: segment.bigEndian(at: 7, count: 2),
                    height: height == 0 ? 0xffff : height
                )
            default:
                guard segment.count >= 4 else { return nil }
                offset += 2 + max(2, segment.bigEndian(at: 2, count: 2))
            }
        }
        throw .hiddenSize(.jpeg)
    }
}

extension [UInt8] {
    /// A number of so many bytes, the highest first; they are there.
    fileprivate func bigEndian(at offset: Int, count: Int) -> Int {
        self[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
    }
}
