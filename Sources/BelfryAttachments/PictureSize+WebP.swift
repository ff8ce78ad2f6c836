// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension PictureSize {
    /// In the first chunk (RFC 9649, 2.5 to 2.7).
    static func ofWebP(_ read: Reading) throws(AttachmentFault) -> PictureSize? {
        let bytes = try read(0, 30)
        guard bytes.count == 30 else { return nil }
        let chunk = bytes[12..<16]
        if chunk.elementsEqual("VP8X".utf8) {
            return PictureSize(width: 1 + bytes.low(24, 3), height: 1 + bytes.low(27, 3))
        }
        if chunk.elementsEqual("VP8L".utf8), bytes[20] == 0x2f {
            let sides = bytes.low(21, 4)
            return PictureSize(width: 1 + (sides & 0x3fff), height: 1 + (sides >> 14 & 0x3fff))
        }
        if chunk.elementsEqual("VP8 ".utf8), bytes[23..<26].elementsEqual([0x9d, 1, 0x2a]) {
            return PictureSize(width: bytes.low(26, 2) & 0x3fff, height: bytes.low(28, 2) & 0x3fff)
        }
        throw .hiddenSize(.webP)
    }
}

extension [UInt8] {
    /// A number of so many bytes, the lowest first; they are there.
    fileprivate func low(_ offset: Int, _ count: Int) -> Int {
        self[offset..<offset + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
