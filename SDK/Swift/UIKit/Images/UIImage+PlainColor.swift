// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CoreGraphics
internal import Foundation

extension UIImage {
    /// The one colour of a picture of a few pixels, as it is made to fill a button; nil for others.
    var plainColor: UIColor? {
        guard let cgImage, cgImage.width * cgImage.height <= 64, let pixels = cgImage.pixels()
        else {
            return nil
        }
        let first = unsafe Self.channels(pixels.bytes, at: 0)
        let count = pixels.width * pixels.height
        let isPlain = (1..<count).allSatisfy { unsafe Self.channels(pixels.bytes, at: $0) == first }
        guard isPlain, first[3] > 0 else { return nil }
        // Channels are multiplied by the alpha.
        let alpha = CGFloat(first[3])
        return UIColor(
            red: CGFloat(first[0]) / alpha,
            green: CGFloat(first[1]) / alpha,
            blue: CGFloat(first[2]) / alpha,
            alpha: alpha / 255
        )
    }

    private static func channels(_ bytes: UnsafeMutablePointer<UInt8>, at pixel: Int) -> [UInt8] {
        (0..<4).map { unsafe bytes[pixel * 4 + $0] }
    }
}
