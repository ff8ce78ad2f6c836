// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CoreGraphics
public import Foundation

extension UIImage {
    /// The image as a PNG file, upright; nil where it has no pixels or they cannot be decoded.
    public func pngData() -> Data? {
        uprightPixels()?.png(isOpaque: cgImage?.isOpaque ?? false)
    }

    /// The image as a JPEG file, upright; nil where it has no pixels or they cannot be decoded.
    ///
    /// The quality goes from 0, the smallest file, to 1, the best.
    public func jpegData(compressionQuality: CGFloat) -> Data? {
        uprightPixels()?.jpeg(quality: Double(compressionQuality))
    }

    private func uprightPixels() -> PixelBuffer? {
        guard let cgImage else { return nil }
        return cgImage.pixels(width: cgImage.width, height: cgImage.height)?
            .upright(from: imageOrientation.exif)
    }
}

/// Returns an image as a PNG file.
public func UIImagePNGRepresentation(_ image: UIImage) -> Data? {
    image.pngData()
}

/// Returns an image as a JPEG file.
public func UIImageJPEGRepresentation(_ image: UIImage, _ compressionQuality: CGFloat) -> Data? {
    image.jpegData(compressionQuality: compressionQuality)
}
