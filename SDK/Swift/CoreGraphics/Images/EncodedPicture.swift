// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CPictures
internal import Foundation

/// A picture file in memory, decoded when its pixels are needed and at the size they are.
package struct EncodedPicture: Sendable {
    package let data: Data
    package let header: PictureHeader

    /// Takes bytes for a picture; nil for a format that is not read (see ``PictureHeader``).
    package init?(_ data: Data) {
        guard let header = PictureHeader(data) else { return nil }
        self.data = data
        self.header = header
    }

    /// Decodes the picture, as it is in the file, at a size on neither side larger than its own.
    ///
    /// A JPEG is scaled by its decoder and a PNG row by row, so that neither needs the memory of
    /// the whole. Nil for a file that is broken, and for want of memory.
    package func decode(width: Int, height: Int) -> PixelBuffer? {
        guard width <= header.width, height <= header.height,
            let buffer = PixelBuffer(width: width, height: height)
        else { return nil }
        let (fullWidth, fullHeight) = (UInt32(header.width), UInt32(header.height))
        let isDecoded = unsafe data.withUnsafeBytes { bytes in
            let source = unsafe pictures_source(
                bytes: bytes.bindMemory(to: UInt8.self).baseAddress,
                byte_count: bytes.count
            )
            let target = unsafe buffer.target
            return switch header.format {
            case .png: unsafe pictures_decode_png(source, fullWidth, fullHeight, target)
            case .jpeg: unsafe pictures_decode_jpeg(source, fullWidth, fullHeight, target)
            case .gif: unsafe pictures_decode_gif(source, fullWidth, fullHeight, target)
            case .webP: unsafe pictures_decode_webp(source, fullWidth, fullHeight, target)
            }
        }
        return isDecoded ? buffer : nil
    }
}
