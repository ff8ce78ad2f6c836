// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension PictureHeader {
    /// Reads a JPEG's segments up to the one with its size.
    static func jpeg(_ bytes: PictureBytes) -> Self? {
        guard bytes.has([0xff, 0xd8, 0xff], at: 0) else { return nil }
        var offset = 2
        var orientation = 1
        while bytes.byte(at: offset) == 0xff, let marker = bytes.byte(at: offset + 1) {
            if marker == 0xff || marker == 0x01 || (0xd0...0xd7).contains(marker) {
                // A fill byte, and markers that stand alone.
                offset += marker == 0xff ? 1 : 2
                continue
            }
            guard let length = bytes.big16(at: offset + 2), length >= 2 else { return nil }
            if isFrame(marker) {
                guard let height = bytes.big16(at: offset + 5),
                    let width = bytes.big16(at: offset + 7)
                else { return nil }
                return Self(
                    format: .jpeg,
                    width: width,
                    height: height,
                    orientation: orientation,
                    hasAlpha: false
                )
            }
            if marker == 0xe1, let found = exifOrientation(bytes, at: offset + 4) {
                orientation = found
            }
            offset += 2 + length
        }
        return nil
    }

    /// Whether a marker starts a frame: all of C0 to CF but for tables and a reserved one.
    private static func isFrame(_ marker: Int) -> Bool {
        (0xc0...0xcf).contains(marker) && ![0xc4, 0xc8, 0xcc].contains(marker)
    }

    /// The orientation in an EXIF block: an entry of its first directory (TIFF 6.0, tag 274).
    private static func exifOrientation(_ bytes: PictureBytes, at block: Int) -> Int? {
        guard bytes.has([0x45, 0x78, 0x69, 0x66, 0, 0], at: block) else { return nil }
        let start = block + 6
        let isLittle = bytes.has("II", at: start)
        guard isLittle || bytes.has("MM", at: start),
            let directory = bytes.value32(at: start + 4, isLittle: isLittle),
            let count = bytes.value16(at: start + directory, isLittle: isLittle)
        else { return nil }
        for index in 0..<count {
            let entry = start + directory + 2 + index * 12
            guard let tag = bytes.value16(at: entry, isLittle: isLittle) else { return nil }
            guard tag == 274 else { continue }
            let value = bytes.value16(at: entry + 8, isLittle: isLittle)
            return value.flatMap { (1...8).contains($0) ? $0 : nil }
        }
        return nil
    }
}
