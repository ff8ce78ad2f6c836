// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import CoreGraphics

// Each is made when it is asked for: a stored NSString would need to be declared safe to share.

/// Whether to keep the decoded image; pixels are kept when they are asked for as they are.
public var kCGImageSourceShouldCache: CFString { "kCGImageSourceShouldCache" }
/// Whether to decode at once.
public var kCGImageSourceShouldCacheImmediately: CFString { "kCGImageSourceShouldCacheImmediately" }
/// The type the bytes are likely of.
///
/// - Note: Without effect: the bytes themselves say it.
public var kCGImageSourceTypeIdentifierHint: CFString { "kCGImageSourceTypeIdentifierHint" }
/// Whether to make a thumbnail of the picture where the file has none.
public var kCGImageSourceCreateThumbnailFromImageIfAbsent: CFString {
    "kCGImageSourceCreateThumbnailFromImageIfAbsent"
}
/// Whether to make a thumbnail of the picture even where the file has one.
///
/// - Note: Without effect: it is always done.
public var kCGImageSourceCreateThumbnailFromImageAlways: CFString {
    "kCGImageSourceCreateThumbnailFromImageAlways"
}
/// Whether to turn the thumbnail upright.
public var kCGImageSourceCreateThumbnailWithTransform: CFString {
    "kCGImageSourceCreateThumbnailWithTransform"
}
/// The most pixels of a thumbnail's longer side.
public var kCGImageSourceThumbnailMaxPixelSize: CFString { "kCGImageSourceThumbnailMaxPixelSize" }
/// A factor to scale by while decoding.
///
/// - Note: Without effect: the size of a thumbnail decides.
public var kCGImageSourceSubsampleFactor: CFString { "kCGImageSourceSubsampleFactor" }
/// The property that is the number of pixels in a row.
public var kCGImagePropertyPixelWidth: CFString { "PixelWidth" }
/// The property that is the number of rows.
public var kCGImagePropertyPixelHeight: CFString { "PixelHeight" }
/// The property that is the orientation, as EXIF numbers it.
public var kCGImagePropertyOrientation: CFString { "Orientation" }
/// The property that is whether pixels may be transparent.
public var kCGImagePropertyHasAlpha: CFString { "HasAlpha" }
/// How good a JPEG has to look, 0 to 1.
public var kCGImageDestinationLossyCompressionQuality: CFString {
    "kCGImageDestinationLossyCompressionQuality"
}
/// The most pixels of a written picture's longer side.
public var kCGImageDestinationImageMaxPixelSize: CFString { "kCGImageDestinationImageMaxPixelSize" }
/// The property that is the file's size in bytes.
public var kCGImagePropertyFileSize: CFString { "FileSize" }
/// The properties of a GIF; never there, since an animation is not read.
public var kCGImagePropertyGIFDictionary: CFString { "{GIF}" }
/// The seconds that a GIF's picture is shown; at least 0.1 on Apple's systems.
public var kCGImagePropertyGIFDelayTime: CFString { "DelayTime" }
/// The seconds that a GIF's picture is shown, as the file has them.
public var kCGImagePropertyGIFUnclampedDelayTime: CFString { "UnclampedDelayTime" }
/// How often a GIF is shown.
public var kCGImagePropertyGIFLoopCount: CFString { "LoopCount" }
