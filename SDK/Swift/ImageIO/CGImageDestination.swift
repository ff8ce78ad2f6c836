// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import CoreGraphics
public import Foundation

/// A picture file to write: PNG or JPEG, one picture.
public final class CGImageDestination {
    enum Place {
        case file(URL)
        case memory(NSMutableData)
    }

    let place: Place
    let isPNG: Bool
    var bytes: Data?

    init?(_ place: Place, type: CFString) {
        switch "\(type)" {
        case "public.png": isPNG = true
        case "public.jpeg": isPNG = false
        default: return nil
        }
        self.place = place
    }

    func add(_ image: CGImage, orientation: Int, _ options: CFDictionary?) {
        let longest = options?.number(kCGImageDestinationImageMaxPixelSize).map { Int($0) }
        let size = PictureHeader.size(
            width: image.width,
            height: image.height,
            longestSide: longest
        )
        let pixels = image.pixels(width: size.width, height: size.height)?
            .upright(from: orientation)
        let quality = options?.number(kCGImageDestinationLossyCompressionQuality) ?? 0.8
        bytes = isPNG ? pixels?.png(isOpaque: image.isOpaque) : pixels?.jpeg(quality: quality)
    }
}

/// Begins a file; nil for a type other than `public.png` and `public.jpeg`.
public func CGImageDestinationCreateWithURL(
    _ url: CFURL,
    _ type: CFString,
    _ count: Int,
    _ options: CFDictionary?
) -> CGImageDestination? {
    url.path.flatMap { CGImageDestination(.file(URL(fileURLWithPath: $0)), type: type) }
}

/// Begins a file in memory; nil for a type other than `public.png` and `public.jpeg`.
public func CGImageDestinationCreateWithData(
    _ data: CFMutableData,
    _ type: CFString,
    _ count: Int,
    _ options: CFDictionary?
) -> CGImageDestination? {
    CGImageDestination(.memory(data), type: type)
}

/// Takes the picture to write; a second one replaces the first.
public func CGImageDestinationAddImage(
    _ destination: CGImageDestination,
    _ image: CGImage,
    _ properties: CFDictionary?
) {
    let orientation = properties?.number(kCGImagePropertyOrientation).map { Int($0) }
    destination.add(image, orientation: orientation ?? 1, properties)
}

/// Takes the picture of a file, turned upright.
public func CGImageDestinationAddImageFromSource(
    _ destination: CGImageDestination,
    _ source: CGImageSource,
    _ index: Int,
    _ properties: CFDictionary?
) {
    guard index == 0 else { return }
    let orientation = source.picture.header.orientation
    destination.add(CGImage(source.picture), orientation: orientation, properties)
}

/// Says something of the whole file.
///
/// - Note: Without effect: a file has one picture, of which what is said with the picture counts.
public func CGImageDestinationSetProperties(
    _ destination: CGImageDestination,
    _ properties: CFDictionary?
) {}

/// Writes the file; false where there is no picture, or it cannot be written.
@discardableResult
public func CGImageDestinationFinalize(_ destination: CGImageDestination) -> Bool {
    guard let bytes = destination.bytes else { return false }
    switch destination.place {
    case .memory(let data):
        data.append(bytes)
        return true
    case .file(let url):
        return (try? bytes.write(to: url)) != nil
    }
}
