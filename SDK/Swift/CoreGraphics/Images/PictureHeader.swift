// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// What the first bytes of a picture file say of it.
///
/// Reading them needs no decoder and no memory, so that a picture which is only passed on is never
/// decoded.
package struct PictureHeader: Sendable, Equatable {
    /// The formats that are read.
    package enum Format: Sendable {
        case png, jpeg, gif, webP
    }

    /// The format of the file, by its first bytes.
    package let format: Format
    /// Pixels in a row of the file.
    package let width: Int
    /// Rows of the file.
    package let height: Int
    /// How to turn what is in the file: 1 to 8, as EXIF has it.
    package let orientation: Int
    /// Whether pixels may be transparent.
    package let hasAlpha: Bool

    init(format: Format, width: Int, height: Int, orientation: Int = 1, hasAlpha: Bool) {
        self.format = format
        self.width = width
        self.height = height
        self.orientation = orientation
        self.hasAlpha = hasAlpha
    }

    /// Reads the header of a picture.
    ///
    /// Nil for a format that is not read, and for a size that no picture has but one made to do
    /// harm: a side over 32,767 pixels or more than 100 million of them.
    package init?(_ data: Data) {
        let bytes = PictureBytes(data)
        let found = Self.png(bytes) ?? Self.jpeg(bytes) ?? Self.gif(bytes) ?? Self.webP(bytes)
        guard let found, found.width > 0, found.height > 0,
            found.width <= PixelBuffer.longestSide, found.height <= PixelBuffer.longestSide,
            found.width * found.height <= Self.mostPixels
        else { return nil }
        self = found
    }

    private static let mostPixels = 100_000_000

    private static func png(_ bytes: PictureBytes) -> Self? {
        guard bytes.has([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], at: 0),
            bytes.has("IHDR", at: 12),
            let width = bytes.big32(at: 16), let height = bytes.big32(at: 20),
            let colorType = bytes.byte(at: 25)
        else { return nil }
        // A palette or a plain colour may be transparent by a chunk further on.
        return Self(format: .png, width: width, height: height, hasAlpha: colorType != 2)
    }

    private static func gif(_ bytes: PictureBytes) -> Self? {
        guard bytes.has("GIF87a", at: 0) || bytes.has("GIF89a", at: 0),
            let width = bytes.little16(at: 6), let height = bytes.little16(at: 8)
        else { return nil }
        return Self(format: .gif, width: width, height: height, hasAlpha: true)
    }

    private static func webP(_ bytes: PictureBytes) -> Self? {
        guard bytes.has("RIFF", at: 0), bytes.has("WEBP", at: 8) else { return nil }
        if bytes.has("VP8 ", at: 12) {
            guard let width = bytes.little16(at: 26), let height = bytes.little16(at: 28) else {
                return nil
            }
            return Self(
                format: .webP,
                width: width & 0x3fff,
                height: height & 0x3fff,
                hasAlpha: false
            )
        }
        if bytes.has("VP8L", at: 12) {
            guard let low = bytes.little16(at: 21), let high = bytes.little16(at: 23) else {
                return nil
            }
            let sizes = high << 16 | low
            return Self(
                format: .webP,
                width: sizes & 0x3fff + 1,
                height: sizes >> 14 & 0x3fff + 1,
                hasAlpha: true
            )
        }
        guard bytes.has("VP8X", at: 12), let flags = bytes.byte(at: 20),
            let width = bytes.little24(at: 24), let height = bytes.little24(at: 27)
        else { return nil }
        return Self(
            format: .webP,
            width: width + 1,
            height: height + 1,
            hasAlpha: flags & 0x10 != 0
        )
    }
}
