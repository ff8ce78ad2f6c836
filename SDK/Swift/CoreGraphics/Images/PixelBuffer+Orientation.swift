// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

extension PixelBuffer {
    /// The pixels turned upright from an orientation of EXIF's, 1 to 8; nil for want of memory.
    package func upright(from orientation: Int) -> PixelBuffer? {
        guard (2...8).contains(orientation) else { return self }
        let isTurned = orientation > 4
        guard
            let upright = PixelBuffer(
                width: isTurned ? height : width,
                height: isTurned ? width : height
            )
        else { return nil }
        for y in 0..<upright.height {
            for x in 0..<upright.width {
                let source = place(ofUpright: x, y, orientation)
                upright[x, y] = self[source.x, source.y]
            }
        }
        return upright
    }

    private func place(ofUpright x: Int, _ y: Int, _ orientation: Int) -> (x: Int, y: Int) {
        let (right, bottom) = (width - 1, height - 1)
        return switch orientation {
        case 2: (right - x, y)
        case 3: (right - x, bottom - y)
        case 4: (x, bottom - y)
        case 5: (y, x)
        case 6: (y, bottom - x)
        case 7: (right - y, bottom - x)
        default: (right - y, x)
        }
    }
}
