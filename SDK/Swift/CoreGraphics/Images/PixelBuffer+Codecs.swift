// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CPictures
internal import Foundation

extension PixelBuffer {
    /// The pixels scaled down by averaging, neither side larger; nil for want of memory.
    package func scaled(width: Int, height: Int) -> PixelBuffer? {
        guard let scaled = PixelBuffer(width: width, height: height) else { return nil }
        return unsafe pictures_scale(source, scaled.target) ? scaled : nil
    }

    /// The pixels as a PNG file; nil for want of memory.
    package func png(isOpaque: Bool) -> Data? {
        var byteCount = 0
        let bytes = unsafe pictures_encode_png(source, isOpaque, &byteCount)
        return unsafe Self.data(bytes, byteCount)
    }

    /// The pixels as a JPEG file, transparent ones on black; nil for want of memory.
    ///
    /// The quality goes from 0 to 1.
    package func jpeg(quality: Double) -> Data? {
        var byteCount = 0
        let percent = Int32((quality.isNaN ? 0 : min(max(quality, 0), 1)) * 100)
        let bytes = unsafe pictures_encode_jpeg(source, percent, &byteCount)
        return unsafe Self.data(bytes, byteCount)
    }

    var target: pictures_target {
        unsafe pictures_target(pixels: bytes, width: UInt32(width), height: UInt32(height))
    }

    private var source: pictures_pixels {
        unsafe pictures_pixels(pixels: bytes, width: UInt32(width), height: UInt32(height))
    }

    private static func data(_ bytes: UnsafeMutablePointer<UInt8>?, _ byteCount: Int) -> Data? {
        guard let bytes = unsafe bytes else { return nil }
        return unsafe Data(bytesNoCopy: bytes, count: byteCount, deallocator: .free)
    }
}
