// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// The largest rectangle of a shape in the middle of another.
///
/// - Parameters:
///   - aspectRatio: A size of the shape.
///   - boundingRect: The other rectangle.
/// - Returns: The rectangle; the other one itself for a shape without a size.
public func AVMakeRect(aspectRatio: CGSize, insideRect boundingRect: CGRect) -> CGRect {
    guard aspectRatio.width > 0, aspectRatio.height > 0 else { return boundingRect }
    let scale = min(
        boundingRect.width / aspectRatio.width,
        boundingRect.height / aspectRatio.height
    )
    let size = CGSize(width: aspectRatio.width * scale, height: aspectRatio.height * scale)
    return CGRect(
        x: boundingRect.midX - size.width / 2,
        y: boundingRect.midY - size.height / 2,
        width: size.width,
        height: size.height
    )
}
