// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import CoreGraphics

// NSString constants are immutable, which their type does not say; hence safe.

/// Whether to keep the decoded image; pixels are kept when they are asked for as they are.
@safe public nonisolated(unsafe) let kCGImageSourceShouldCache: CFString =
    "kCGImageSourceShouldCache"
/// Whether to decode at once.
@safe public nonisolated(unsafe) let kCGImageSourceShouldCacheImmediately: CFString =
    "kCGImageSourceShouldCacheImmediately"
/// The type the bytes are likely of.
///
/// - Note: Without effect: the bytes themselves say it.
@safe public nonisolated(unsafe) let kCGImageSourceTypeIdentifierHint: CFString =
    "kCGImageSourceTypeIdentifierHint"
/// Whether to make a thumbnail of the picture where the file has none.
@safe public nonisolated(unsafe) let kCGImageSourceCreateThumbnailFromImageIfAbsent: CFString =
    "kCGImageSourceCreateThumbnailFromImageIfAbsent"
/// Whether to make a thumbnail of the picture even where the file has one.
///
/// - Note: Without effect: it is always done.
@safe public nonisolated(unsafe) let kCGImageSourceCreateThumbnailFromImageAlways: CFString =
    "kCGImageSourceCreateThumbnailFromImageAlways"
/// Whether to turn the thumbnail upright.
@safe public nonisolated(unsafe) let kCGImageSourceCreateThumbnailWithTransform: CFString =
    "kCGImageSourceCreateThumbnailWithTransform"
/// The most pixels of a thumbnail's longer side.
@safe public nonisolated(unsafe) let kCGImageSourceThumbnailMaxPixelSize: CFString =
    "kCGImageSourceThumbnailMaxPixelSize"
/// A factor to scale by while decoding.
///
/// - Note: Without effect: the size of a thumbnail decides.
@safe public nonisolated(unsafe) let kCGImageSourceSubsampleFactor: CFString =
    "kCGImageSourceSubsampleFactor"
/// The property that is the number of pixels in a row.
@safe public nonisolated(unsafe) let kCGImagePropertyPixelWidth: CFString = "PixelWidth"
/// The property that is the number of rows.
@safe public nonisolated(unsafe) let kCGImagePropertyPixelHeight: CFString = "PixelHeight"
/// The property that is the orientation, as EXIF numbers it.
@safe public nonisolated(unsafe) let kCGImagePropertyOrientation: CFString = "Orientation"
/// The property that is whether pixels may be transparent.
@safe public nonisolated(unsafe) let kCGImagePropertyHasAlpha: CFString = "HasAlpha"
/// How good a JPEG has to look, 0 to 1.
@safe public nonisolated(unsafe) let kCGImageDestinationLossyCompressionQuality: CFString =
    "kCGImageDestinationLossyCompressionQuality"
/// The most pixels of a written picture's longer side.
@safe public nonisolated(unsafe) let kCGImageDestinationImageMaxPixelSize: CFString =
    "kCGImageDestinationImageMaxPixelSize"
/// The property that is the file's size in bytes.
@safe public nonisolated(unsafe) let kCGImagePropertyFileSize: CFString = "FileSize"
/// The properties of a GIF; never there, since an animation is not read.
@safe public nonisolated(unsafe) let kCGImagePropertyGIFDictionary: CFString = "{GIF}"
/// The seconds that a GIF's picture is shown; at least 0.1 on Apple's systems.
@safe public nonisolated(unsafe) let kCGImagePropertyGIFDelayTime: CFString = "DelayTime"
/// The seconds that a GIF's picture is shown, as the file has them.
@safe public nonisolated(unsafe) let kCGImagePropertyGIFUnclampedDelayTime: CFString =
    "UnclampedDelayTime"
/// How often a GIF is shown.
@safe public nonisolated(unsafe) let kCGImagePropertyGIFLoopCount: CFString = "LoopCount"
