// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import CoreGraphics
public import Foundation

/// A picture file to read from; of an animation, its first frame.
public final class CGImageSource: Sendable {
    let picture: EncodedPicture

    init(_ picture: EncodedPicture) {
        self.picture = picture
    }
}

/// Opens a picture file; nil for one that cannot be read, or that is of no format that is read.
public func CGImageSourceCreateWithURL(_ url: CFURL, _ options: CFDictionary?) -> CGImageSource? {
    guard let path = url.path,
        // Mapped, a large file costs the extension none of its memory.
        let data = try? Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe)
    else { return nil }
    return EncodedPicture(data).map(CGImageSource.init)
}

/// Takes the bytes of a picture file; nil for a format that is not read.
public func CGImageSourceCreateWithData(_ data: CFData, _ options: CFDictionary?) -> CGImageSource?
{
    EncodedPicture(data as Data).map(CGImageSource.init)
}

/// Takes the bytes of a picture file; nil for a format that is not read.
public func CGImageSourceCreateWithDataProvider(
    _ provider: CGDataProvider,
    _ options: CFDictionary?
) -> CGImageSource? {
    provider.data.flatMap { EncodedPicture($0) }.map(CGImageSource.init)
}

/// Returns how many pictures there are, which is 1: of an animation only its first is read.
public func CGImageSourceGetCount(_ source: CGImageSource) -> Int { 1 }

/// Returns the type identifier of the file, such as `public.jpeg`.
public func CGImageSourceGetType(_ source: CGImageSource) -> CFString? {
    NSString(string: source.picture.header.format.typeIdentifier)
}

/// Returns the picture's size, orientation and whether it has alpha; nothing is decoded for it.
public func CGImageSourceCopyPropertiesAtIndex(
    _ source: CGImageSource,
    _ index: Int,
    _ options: CFDictionary?
) -> CFDictionary? {
    guard index == 0 else { return nil }
    let header = source.picture.header
    return NSDictionary(dictionary: [
        kCGImagePropertyPixelWidth: NSNumber(value: header.width),
        kCGImagePropertyPixelHeight: NSNumber(value: header.height),
        kCGImagePropertyOrientation: NSNumber(value: header.orientation),
        kCGImagePropertyHasAlpha: NSNumber(value: header.hasAlpha),
    ])
}

/// Returns the picture as it is in the file, decoded when its pixels are needed.
public func CGImageSourceCreateImageAtIndex(
    _ source: CGImageSource,
    _ index: Int,
    _ options: CFDictionary?
) -> CGImage? {
    index == 0 ? CGImage(source.picture) : nil
}

/// Returns the picture at a smaller size, decoded at that size: this is the way to a thumbnail that
/// costs little memory.
///
/// Nil for a file that cannot be decoded. Without `kCGImageSourceThumbnailMaxPixelSize` it has the
/// size of the picture.
public func CGImageSourceCreateThumbnailAtIndex(
    _ source: CGImageSource,
    _ index: Int,
    _ options: CFDictionary?
) -> CGImage? {
    guard index == 0 else { return nil }
    let header = source.picture.header
    let longest = options?.number(kCGImageSourceThumbnailMaxPixelSize)
    let size = header.size(longestSide: longest.map { Int($0) })
    guard let pixels = source.picture.decode(width: size.width, height: size.height) else {
        return nil
    }
    let isTurned = options?.number(kCGImageSourceCreateThumbnailWithTransform) ?? 0 != 0
    let upright = isTurned ? pixels.upright(from: header.orientation) : pixels
    return upright.map { CGImage($0, isOpaque: !header.hasAlpha) }
}

extension PictureHeader.Format {
    var typeIdentifier: String {
        switch self {
        case .png: "public.png"
        case .jpeg: "public.jpeg"
        case .gif: "com.compuserve.gif"
        case .webP: "org.webmproject.webp"
        }
    }
}

extension NSDictionary {
    /// A number or a truth of the options.
    func number(_ key: CFString) -> Double? {
        let value = self[key]
        if let truth = value as? Bool { return truth ? 1 : 0 }
        // A CGFloat in a dictionary of Swift's stays one.
        return (value as? NSNumber)?.doubleValue ?? (value as? CGFloat).map { Double($0) }
    }
}
