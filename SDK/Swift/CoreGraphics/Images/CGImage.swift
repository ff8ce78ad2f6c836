// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation
internal import Synchronization

/// A picture of pixels, which may still be encoded.
///
/// One that came from a file is decoded when its pixels are asked for, and drawn at a smaller size
/// it is decoded at that size.
public final class CGImage: Sendable {
    /// Pixels in a row.
    public let width: Int
    /// Rows.
    public let height: Int
    /// Whether no pixel is transparent.
    package let isOpaque: Bool
    /// The file it came from; nil for one that was drawn.
    package let encoded: EncodedPicture?

    private let decoded: Mutex<PixelBuffer?>

    /// Takes a picture that is still encoded.
    package init(_ encoded: EncodedPicture) {
        self.encoded = encoded
        width = encoded.header.width
        height = encoded.header.height
        isOpaque = !encoded.header.hasAlpha
        decoded = Mutex(nil)
    }

    /// Takes pixels, which nothing may change from then on.
    package init(_ pixels: PixelBuffer, isOpaque: Bool = false) {
        encoded = nil
        width = pixels.width
        height = pixels.height
        self.isOpaque = isOpaque
        decoded = Mutex(pixels)
    }

    /// Bits of one channel.
    public var bitsPerComponent: Int { 8 }
    /// Bits of one pixel.
    public var bitsPerPixel: Int { 32 }
    /// Bytes from one row to the next.
    public var bytesPerRow: Int { width * 4 }
    /// The space of the colours.
    public var colorSpace: CGColorSpace? { CGColorSpaceCreateDeviceRGB() }
    /// Where alpha is in a pixel.
    public var alphaInfo: CGImageAlphaInfo { isOpaque ? .noneSkipLast : .premultipliedLast }
    /// How a pixel is laid out.
    public var bitmapInfo: CGBitmapInfo { CGBitmapInfo(rawValue: alphaInfo.rawValue) }

    /// The bytes of the pixels; nil where the picture cannot be decoded.
    public var dataProvider: CGDataProvider? {
        pixels().map { pixels in
            CGDataProvider(data: unsafe Data(bytes: pixels.bytes, count: pixels.byteCount))
        }
    }

    /// Returns the part of the picture within a rectangle of pixels, from the top left.
    ///
    /// Nil for a rectangle outside, and for a picture that cannot be decoded.
    public func cropping(to rect: CGRect) -> CGImage? {
        let part = rect.integral.intersection(CGRect(x: 0, y: 0, width: width, height: height))
        guard !part.isNull, part.width >= 1, part.height >= 1 else { return nil }
        let cropped = pixels()?.cropped(
            x: Int(part.minX),
            y: Int(part.minY),
            width: Int(part.width),
            height: Int(part.height)
        )
        return cropped.map { CGImage($0, isOpaque: isOpaque) }
    }

    /// Returns the same picture.
    public func copy() -> CGImage? { self }

    /// All pixels, decoded once and kept; nil where that fails.
    package func pixels() -> PixelBuffer? {
        decoded.withLock { decoded in
            if decoded == nil { decoded = encoded?.decode(width: width, height: height) }
            return decoded
        }
    }

    /// The pixels at a size that on neither side is larger than their own, not kept.
    package func pixels(width: Int, height: Int) -> PixelBuffer? {
        if width == self.width, height == self.height { return pixels() }
        if let whole = decoded.withLock({ $0 }) {
            return whole.scaled(width: width, height: height)
        }
        return encoded?.decode(width: width, height: height)
    }
}

extension CGImage: Hashable {
    /// Whether both are one object.
    public static func == (first: CGImage, second: CGImage) -> Bool { first === second }

    /// Combines the object's identity.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}
