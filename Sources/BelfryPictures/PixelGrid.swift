// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryAttachments
internal import CPictures

/// A small picture: rows from the top, red, green, blue and alpha, the colours not multiplied by alpha.
package struct PixelGrid: Equatable, Sendable {
    /// In pixels.
    package let width: Int
    /// In pixels.
    package let height: Int
    /// All rows, without padding.
    package let pixels: [UInt8]

    /// Longest side; larger pictures are scaled down while they are decoded.
    package static let sideLimit = 256

    /// Most bytes of a picture's file.
    package static let fileByteLimit = AttachmentType.Kind.image.byteLimit

    /// Most bytes that ``message`` has.
    package static let messageByteLimit = 4 + sideLimit * sideLimit * 4

    /// Whether files of a type can be decoded.
    package static func decodes(_ type: AttachmentType) -> Bool {
        types.contains(type)
    }

    private init(width: Int, height: Int, pixels: [UInt8]) {
        self.width = width
        self.height = height
        self.pixels = pixels
    }

    // MARK: Between processes

    /// The picture as the process that has decoded it writes it: two numbers of two bytes, and the
    /// pixels.
    package var message: [UInt8] {
        [UInt8(width >> 8), UInt8(width & 255), UInt8(height >> 8), UInt8(height & 255)] + pixels
    }

    /// Reads what a process has written that may have been taken over; nil for what is no picture.
    package init?(message: [UInt8]) {
        guard message.count > 4 else { return nil }
        let width = Int(message[0]) << 8 | Int(message[1])
        let height = Int(message[2]) << 8 | Int(message[3])
        let sides = 1...Self.sideLimit
        guard sides.contains(width), sides.contains(height),
            message.count == 4 + width * height * 4
        else { return nil }
        self.init(width: width, height: height, pixels: Array(message.dropFirst(4)))
    }

    // MARK: Decoding

    private static let types: [AttachmentType] = [.png, .jpeg, .gif, .webP]

    /// Decodes a file; to be called in a process that has sealed itself.
    ///
    /// - Parameter bytes: The file.
    /// - Returns: The picture; nil where the bytes are no picture, or one with too many pixels.
    package static func decode(_ bytes: [UInt8]) -> PixelGrid? {
        for type in types where type.matches(firstBytes: bytes) {
            let found = try? PictureSize.find(type) { offset, count throws(AttachmentFault) in
                Array(bytes.dropFirst(offset).prefix(count))
            }
            guard let size = found ?? nil, size.isAcceptable, size.width > 0, size.height > 0,
                let width = UInt32(exactly: size.width), let height = UInt32(exactly: size.height)
            else { return nil }
            let longest = max(size.width, size.height)
            let target = (
                width: longest <= sideLimit ? size.width : max(1, size.width * sideLimit / longest),
                height: longest <= sideLimit
                    ? size.height : max(1, size.height * sideLimit / longest)
            )
            var pixels = [UInt8](repeating: 0, count: target.width * target.height * 4)
            let isDecoded = unsafe bytes.withUnsafeBufferPointer { source in
                unsafe pixels.withUnsafeMutableBufferPointer { buffer in
                    unsafe decode(
                        type,
                        pictures_source(bytes: source.baseAddress, byte_count: source.count),
                        width,
                        height,
                        pictures_target(
                            pixels: buffer.baseAddress,
                            width: UInt32(target.width),
                            height: UInt32(target.height)
                        )
                    )
                }
            }
            guard isDecoded else { return nil }
            separateAlpha(&pixels)
            return PixelGrid(width: target.width, height: target.height, pixels: pixels)
        }
        return nil
    }

    private static func decode(
        _ type: AttachmentType,
        _ source: pictures_source,
        _ width: UInt32,
        _ height: UInt32,
        _ target: pictures_target
    ) -> Bool {
        switch type {
        case .png: unsafe pictures_decode_png(source, width, height, target)
        case .jpeg: unsafe pictures_decode_jpeg(source, width, height, target)
        case .gif: unsafe pictures_decode_gif(source, width, height, target)
        case .webP: unsafe pictures_decode_webp(source, width, height, target)
        default: false
        }
    }

    /// Divides colours by the alpha that decoders multiply them by.
    private static func separateAlpha(_ pixels: inout [UInt8]) {
        for start in stride(from: 0, to: pixels.count, by: 4) {
            let alpha = Int(pixels[start + 3])
            guard alpha > 0, alpha < 255 else { continue }
            for index in start..<start + 3 {
                pixels[index] = UInt8(min(255, (Int(pixels[index]) * 255 + alpha / 2) / alpha))
            }
        }
    }
}
