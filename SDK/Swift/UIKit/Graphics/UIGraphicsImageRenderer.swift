// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import CoreGraphics
public import Foundation

/// Draws images.
open class UIGraphicsImageRenderer: NSObject {
    /// What is done to draw an image.
    public typealias DrawingActions = (UIGraphicsImageRendererContext) -> Void

    /// How the images are made.
    public let format: UIGraphicsImageRendererFormat

    /// Creates a renderer of a size in points.
    public convenience init(size: CGSize) {
        self.init(size: size, format: UIGraphicsImageRendererFormat())
    }

    /// Creates a renderer of a size in points.
    public convenience init(size: CGSize, format: UIGraphicsImageRendererFormat) {
        self.init(bounds: CGRect(origin: .zero, size: size), format: format)
    }

    /// Creates a renderer of a rectangle in points.
    public convenience init(bounds: CGRect) {
        self.init(bounds: bounds, format: UIGraphicsImageRendererFormat())
    }

    /// Creates a renderer of a rectangle in points.
    public init(bounds: CGRect, format: UIGraphicsImageRendererFormat) {
        self.format = format
        format.bounds = bounds
        super.init()
    }

    /// Draws an image; one with nothing in it where there is no memory for it.
    open func image(actions: DrawingActions) -> UIImage {
        madeImage(actions) ?? UIImage()
    }

    /// Draws an image and writes it as PNG; empty where there is no memory for it.
    open func pngData(actions: DrawingActions) -> Data {
        madeImage(actions)?.pngData() ?? Data()
    }

    /// Draws an image and writes it as JPEG; empty where there is no memory for it.
    open func jpegData(withCompressionQuality quality: CGFloat, actions: DrawingActions) -> Data {
        madeImage(actions)?.jpegData(compressionQuality: quality) ?? Data()
    }

    /// Draws an image; nil where there is no memory for it.
    func madeImage(_ actions: DrawingActions) -> UIImage? {
        let context = ContextStack.context(
            format.bounds,
            scale: format.scale,
            isOpaque: format.opaque
        )
        guard let context else { return nil }
        ContextStack.entries.append(ContextStack.Entry(context: context, scale: format.scale))
        defer { UIGraphicsEndImageContext() }
        actions(UIGraphicsImageRendererContext(context, format))
        return UIGraphicsGetImageFromCurrentImageContext()
    }
}

/// What a renderer's actions draw into.
open class UIGraphicsRendererContext: NSObject {
    /// The context itself.
    public let cgContext: CGContext

    init(_ context: CGContext) {
        cgContext = context
        super.init()
    }

    /// Fills a rectangle.
    public func fill(_ rect: CGRect) {
        cgContext.fill(rect)
    }

    /// Fills a rectangle.
    public func fill(_ rect: CGRect, blendMode: CGBlendMode) {
        cgContext.saveGState()
        cgContext.setBlendMode(blendMode)
        cgContext.fill(rect)
        cgContext.restoreGState()
    }

    /// Draws a rectangle's line.
    public func stroke(_ rect: CGRect) {
        cgContext.stroke(rect)
    }

    /// Draws only inside a rectangle from now on.
    public func clip(to rect: CGRect) {
        cgContext.clip(to: rect)
    }
}

/// What an image renderer's actions draw into.
open class UIGraphicsImageRendererContext: UIGraphicsRendererContext {
    /// How the image is made.
    public let format: UIGraphicsImageRendererFormat

    init(_ context: CGContext, _ format: UIGraphicsImageRendererFormat) {
        self.format = format
        super.init(context)
    }

    /// What was drawn so far.
    open var currentImage: UIImage {
        cgContext.makeImage()
            .map { UIImage(cgImage: $0, scale: format.scale, orientation: .up) } ?? UIImage()
    }
}
