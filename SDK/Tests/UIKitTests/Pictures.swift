// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CoreGraphics
internal import Foundation
internal import UIKit

/// Pictures made by the tests themselves.
enum Pictures {
    /// The colour of a pixel; nil for an image that cannot be decoded.
    static func pixel(_ image: UIImage?, _ x: Int, _ y: Int) -> [UInt8]? {
        guard let pixels = image?.cgImage?.pixels() else { return nil }
        let pixel = pixels[x, y]
        return (0..<4).map { pixel[$0] }
    }

    /// An image whose left half is red and whose right half is blue.
    static func halves(width: CGFloat, height: CGFloat) -> UIImage {
        let format = UIGraphicsImageRendererFormat()
        format.scale = 1
        let size = CGSize(width: width, height: height)
        return UIGraphicsImageRenderer(size: size, format: format).image { context in
            UIColor.red.setFill()
            context.fill(CGRect(x: 0, y: 0, width: width / 2, height: height))
            UIColor.blue.setFill()
            context.fill(CGRect(x: width / 2, y: 0, width: width / 2, height: height))
        }
    }

    /// A JPEG with an EXIF block that says how it is turned.
    static func turned(_ jpeg: Data, orientation: UInt8) -> Data {
        let block: [UInt8] =
            [0xff, 0xe1, 0x00, 0x22] + Array("Exif\0\0MM\0*".utf8) + [0, 0, 0, 8, 0, 1]
            + [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0] + [0, 0, 0, 0]
        return jpeg.prefix(2) + Data(block) + jpeg.dropFirst(2)
    }

    /// A GIF of two pixels: the first red, the second transparent.
    static let gif = Data(
        Array("GIF89a".utf8) + [2, 0, 1, 0, 0x80, 0, 0, 255, 0, 0, 0, 0, 0]
            + [0x21, 0xf9, 4, 1, 0, 0, 1, 0] + [0x2c, 0, 0, 0, 0, 2, 0, 1, 0, 0]
            + [2, 2, 0x44, 0x0a, 0, 0x3b]
    )

    /// A WebP of one pixel.
    static let webP = Data(
        base64Encoded: "UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AA/ua1AAA="
    )
}
