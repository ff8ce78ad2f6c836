// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import CoreGraphics
public import Foundation

/// A picture to show or to write.
///
/// One made from data or a file is decoded when its pixels are needed, and drawn small it is decoded
/// small: an extension has 24 MB. PNG, JPEG, GIF (the first frame) and WebP are read; of anything
/// else, and of a picture of a size made to do harm, there is no image.
// Unchecked only because the class is open, as Apple's is: its stored properties are constants and
// themselves Sendable.
open class UIImage: NSObject, @unchecked Sendable {
    /// The pixels; nil for a symbol, which has none here.
    public let cgImage: CGImage?
    /// Pixels for each point.
    public let scale: CGFloat
    /// How the pixels have to be turned to be upright.
    public let imageOrientation: Orientation
    /// Whether the picture is a shape to be tinted.
    public let renderingMode: RenderingMode
    /// The system's symbol that it is; nil for a picture.
    let symbol: Symbol?
    /// The file it came from; nil for a picture that was made or came otherwise.
    let path: String?

    init(
        _ cgImage: CGImage?,
        scale: CGFloat,
        orientation: Orientation,
        renderingMode: RenderingMode = .automatic,
        symbol: Symbol? = nil,
        path: String? = nil
    ) {
        self.cgImage = cgImage
        self.scale = scale > 0 ? scale : 1
        imageOrientation = orientation
        self.renderingMode = renderingMode
        self.symbol = symbol
        self.path = path
        super.init()
    }

    /// Creates an image with nothing in it.
    public override convenience init() {
        self.init(nil, scale: 1, orientation: .up)
    }

    /// Creates an image from pixels.
    public convenience init(cgImage: CGImage) {
        self.init(cgImage, scale: 1, orientation: .up)
    }

    /// Creates an image from pixels.
    public convenience init(cgImage: CGImage, scale: CGFloat, orientation: Orientation) {
        self.init(cgImage, scale: scale, orientation: orientation)
    }

    /// Creates an image from a file's bytes; nil where they are no picture's.
    public convenience init?(data: Data) {
        self.init(data: data, scale: 1)
    }

    /// Creates an image from a file's bytes; nil where they are no picture's.
    public convenience init?(data: Data, scale: CGFloat) {
        self.init(data: data, scale: scale, path: nil)
    }

    private convenience init?(data: Data, scale: CGFloat, path: String?) {
        guard let picture = EncodedPicture(data) else { return nil }
        self.init(
            CGImage(picture),
            scale: scale,
            orientation: Orientation(exif: picture.header.orientation),
            path: path
        )
    }

    /// Creates an image from a file; nil where it cannot be read or is no picture.
    ///
    /// A file whose name ends in `@2x` or `@3x` before its extension has that scale.
    public convenience init?(contentsOfFile path: String) {
        let url = URL(fileURLWithPath: path)
        guard let data = try? Data(contentsOf: url, options: .mappedIfSafe) else { return nil }
        self.init(data: data, scale: ImageFile.scale(ofName: url.lastPathComponent), path: path)
    }

    /// The size in points, upright.
    public var size: CGSize {
        guard let cgImage else { return symbol?.size ?? .zero }
        let (width, height) = (CGFloat(cgImage.width) / scale, CGFloat(cgImage.height) / scale)
        return imageOrientation.isTurned
            ? CGSize(width: height, height: width) : CGSize(width: width, height: height)
    }

    /// Whether the image is a symbol of the system's.
    public var isSymbolImage: Bool { symbol != nil }

    /// Whether both are of the same pixels, shown the same way.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UIImage else { return false }
        return self === other
            || cgImage == other.cgImage && cgImage != nil && scale == other.scale
                && imageOrientation == other.imageOrientation
            || symbol != nil && symbol == other.symbol
    }

    /// A number that equal images share.
    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(cgImage)
        hasher.combine(symbol?.name)
        return hasher.finalize()
    }

    /// The size, or a symbol's name.
    open override var description: String {
        symbol.map { "<UIImage: symbol \($0.name)>" }
            ?? "<UIImage: \(size.width) x \(size.height) at \(scale)>"
    }
}
