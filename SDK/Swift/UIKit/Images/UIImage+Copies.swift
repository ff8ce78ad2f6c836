// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CoreGraphics
public import Foundation

extension UIImage {
    /// Returns the image, to be shown as it is or as a shape.
    public func withRenderingMode(_ renderingMode: RenderingMode) -> UIImage {
        UIImage(
            cgImage,
            scale: scale,
            orientation: imageOrientation,
            renderingMode: renderingMode,
            symbol: symbol,
            path: path
        )
    }

    /// Returns the image's shape in a colour.
    public func withTintColor(_ color: UIColor) -> UIImage {
        if let symbol { return showing(symbol.with(Symbol.Look(color: color))) }
        guard cgImage != nil else { return self }
        let format = UIGraphicsImageRendererFormat(scale: scale, opaque: false)
        return UIGraphicsImageRenderer(size: size, format: format).image { context in
            draw(at: .zero)
            context.cgContext.setBlendMode(.sourceIn)
            color.setFill()
            context.cgContext.fill(CGRect(origin: .zero, size: size))
        }
    }

    /// Returns the image's shape in a colour.
    public func withTintColor(_ color: UIColor, renderingMode: RenderingMode) -> UIImage {
        withTintColor(color).withRenderingMode(renderingMode)
    }

    /// Returns the image at a size in points that it is scaled to, decoded at that size.
    ///
    /// Nil where it has no pixels or they cannot be decoded.
    public func preparingThumbnail(of size: CGSize) -> UIImage? {
        guard cgImage != nil, size.width > 0, size.height > 0 else { return nil }
        let format = UIGraphicsImageRendererFormat(scale: scale, opaque: cgImage?.isOpaque ?? false)
        return UIGraphicsImageRenderer(size: size, format: format).madeImage { _ in
            draw(in: CGRect(origin: .zero, size: size))
        }
    }

    /// Returns the image at a size in points; see ``preparingThumbnail(of:)``.
    public func byPreparingThumbnail(ofSize size: CGSize) async -> UIImage? {
        preparingThumbnail(of: size)
    }

    /// Makes the image at a size in points on another thread; see ``preparingThumbnail(of:)``.
    public func prepareThumbnail(
        of size: CGSize,
        completionHandler: @escaping @Sendable (UIImage?) -> Void
    ) {
        Task { completionHandler(preparingThumbnail(of: size)) }
    }

    /// Returns the image decoded; nil where it cannot be.
    public func preparingForDisplay() -> UIImage? {
        cgImage?.pixels() == nil ? nil : self
    }

    /// Returns the image decoded; nil where it cannot be.
    public func byPreparingForDisplay() async -> UIImage? {
        preparingForDisplay()
    }
}
