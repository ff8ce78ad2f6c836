// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension PictureSize {
    /// The size of a GIF file: that of its logical screen, and of each frame that reaches further.
    ///
    /// A frame is to lie within the screen (GIF89a, 20). Decoders make room for one that does not, so
    /// that all frames are looked at. What follows a damaged block is not drawn, and does not count.
    ///
    /// - Parameter read: Reads the file.
    /// - Returns: The size; nil where the file ends before its screen.
    /// - Throws: ``AttachmentFault`` of `read`.
    static func ofGIF(_ read: Reading) throws(AttachmentFault) -> PictureSize? {
        let screen = try read(6, 7)
        guard screen.count >= 4 else { return nil }
        var width = screen.lowEndian(at: 0)
        var height = screen.lowEndian(at: 2)
        guard screen.count == 7 else { return PictureSize(width: width, height: height) }
        var blocks = GIFBlocks(offset: 13 + colorByteCount(screen[4]))
        while let frame = try blocks.nextFrame(read) {
            width = max(width, frame.width)
            height = max(height, frame.height)
        }
        return PictureSize(width: width, height: height)
    }

    /// How many bytes a table of colours has, from the flags that announce it (GIF89a, 18 and 20).
    fileprivate static func colorByteCount(_ flags: UInt8) -> Int {
        flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1)
    }
}

/// Walks the blocks of a GIF file, which is read in pieces.
private struct GIFBlocks {
    /// Where the next byte is in the file.
    private var offset: Int

    /// A piece of the file, and where it begins.
    private var piece: [UInt8] = []
    private var pieceOffset = 0

    private static let pieceByteCount = 64 * 1024

    init(offset: Int) { self.offset = offset }

    /// How far the next frame reaches; nil where there is none.
    mutating func nextFrame(
        _ read: PictureSize.Reading
    ) throws(AttachmentFault) -> PictureSize? {
        while let introducer = try take(read) {
            switch introducer {
            case 0x21:  // an extension: its label, then its blocks
                guard try take(read) != nil, try skipBlocks(read) else { return nil }
            case 0x2c:
                guard let reach = try frameReach(read) else { return nil }
                return reach
            default: return nil  // the trailer, or nothing that a decoder reads on from
            }
        }
        return nil
    }

    private mutating func frameReach(
        _ read: PictureSize.Reading
    ) throws(AttachmentFault) -> PictureSize? {
        var descriptor: [UInt8] = []
        while descriptor.count < 9 {
            guard let byte = try take(read) else { return nil }
            descriptor.append(byte)
        }
        let reach = PictureSize(
            width: descriptor.lowEndian(at: 0) + descriptor.lowEndian(at: 4),
            height: descriptor.lowEndian(at: 2) + descriptor.lowEndian(at: 6)
        )
        // Its colours and the size of its codes.
        offset += PictureSize.colorByteCount(descriptor[8]) + 1
        // One that is cut short is drawn as far as it goes.
        _ = try skipBlocks(read)
        return reach
    }

    /// Skips blocks to the empty one that ends them; false where the file ends first.
    private mutating func skipBlocks(_ read: PictureSize.Reading) throws(AttachmentFault) -> Bool {
        while let count = try take(read) {
            if count == 0 { return true }
            offset += Int(count)
        }
        return false
    }

    private mutating func take(_ read: PictureSize.Reading) throws(AttachmentFault) -> UInt8? {
        if !(pieceOffset..<pieceOffset + piece.count).contains(offset) {
            piece = try read(offset, Self.pieceByteCount)
            pieceOffset = offset
            if piece.isEmpty { return nil }
        }
        defer { offset += 1 }
        return piece[offset - pieceOffset]
    }
}

extension [UInt8] {
    /// A number of two bytes, the lower first; they are there.
    fileprivate func lowEndian(at offset: Int) -> Int {
        Int(self[offset]) | Int(self[offset + 1]) << 8
    }
}
