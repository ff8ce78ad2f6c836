// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import CoreGraphics
public import Foundation

/// How much of a picture file has been read, with Apple's numbers.
public enum CGImageSourceStatus: Int32, Sendable {
    /// The file ends too early.
    case statusUnexpectedEOF = -5
    /// The file is broken.
    case statusInvalidData = -4
    /// The file is of a format that is not read.
    case statusUnknownType = -3
    /// Not even the size is known yet.
    case statusReadingHeader = -2
    /// Pixels are missing yet.
    case statusIncomplete = -1
    /// All of it.
    case statusComplete = 0
}

/// Returns how much of the file has been read: all of it, as a source is only made of whole files.
///
/// That a file is cut short shows when its pixels are asked for, which are then nil.
public func CGImageSourceGetStatus(_ source: CGImageSource) -> CGImageSourceStatus {
    .statusComplete
}

/// Returns how much of a picture has been read.
public func CGImageSourceGetStatusAtIndex(
    _ source: CGImageSource,
    _ index: Int
) -> CGImageSourceStatus {
    index == 0 ? .statusComplete : .statusUnknownType
}

/// Returns what holds for the whole file: its size in bytes.
public func CGImageSourceCopyProperties(
    _ source: CGImageSource,
    _ options: CFDictionary?
) -> CFDictionary? {
    NSDictionary(dictionary: [
        kCGImagePropertyFileSize: NSNumber(value: source.picture.data.count)
    ])
}
