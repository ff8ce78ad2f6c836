// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CoreGraphics
package import Foundation

/// A picture too large to be decoded whole within an extension's memory.
package enum Photograph {
    /// A JPEG of 4,000 by 3,000 pixels, 48 MB when decoded.
    package static func jpeg() -> Data? {
        let (width, height) = (4_000, 3_000)
        guard let pixels = PixelBuffer(width: width, height: height) else { return nil }
        for y in 0..<height {
            for x in 0..<width {
                pixels[x, y] = SIMD4(x < width / 2 ? 200 : 20, UInt8(y * 255 / height), 90, 255)
            }
        }
        return pixels.jpeg(quality: 0.8)
    }
}
