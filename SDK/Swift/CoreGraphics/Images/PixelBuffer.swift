// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// Pixels in memory: red, green, blue and alpha, premultiplied, rows from the top.
///
/// Memory is asked for in a way that may fail: an extension that decodes too large a picture gets
/// no picture, where an array would end its process.
@safe package final class PixelBuffer: Sendable {
    package let width: Int
    package let height: Int
    // Owned, and freed by deinit alone. A context writes into its own buffer before it gives it
    // away as an image; from then on it is only read.
    package nonisolated(unsafe) let bytes: UnsafeMutablePointer<UInt8>

    /// Makes a buffer of transparent pixels; nil for no size, and for want of memory.
    package init?(width: Int, height: Int) {
        let sides = 1...Self.longestSide
        guard sides.contains(width), sides.contains(height),
            let memory = unsafe calloc(width * height, 4)
        else { return nil }
        self.width = width
        self.height = height
        unsafe bytes = memory.bindMemory(to: UInt8.self, capacity: width * height * 4)
    }

    deinit {
        unsafe free(bytes)
    }

    /// The most pixels there may be in a row or a column.
    package static let longestSide = 32_767

    /// How many bytes there are.
    package var byteCount: Int { width * height * 4 }

    /// A copy; nil for want of memory.
    package func copy() -> PixelBuffer? {
        cropped(x: 0, y: 0, width: width, height: height)
    }

    /// A copy of a part, which has to lie inside; nil for want of memory.
    package func cropped(x: Int, y: Int, width: Int, height: Int) -> PixelBuffer? {
        precondition(x >= 0 && y >= 0 && x + width <= self.width && y + height <= self.height)
        guard let part = PixelBuffer(width: width, height: height) else { return nil }
        for row in 0..<height {
            let source = unsafe bytes + ((y + row) * self.width + x) * 4
            unsafe (part.bytes + row * width * 4).update(from: source, count: width * 4)
        }
        return part
    }

    /// Red, green, blue and alpha of one pixel, which has to be inside.
    package subscript(x: Int, y: Int) -> SIMD4<UInt8> {
        get {
            precondition(x >= 0 && y >= 0 && x < width && y < height)
            let pixel = unsafe bytes + (y * width + x) * 4
            return unsafe SIMD4(pixel[0], pixel[1], pixel[2], pixel[3])
        }
        set {
            precondition(x >= 0 && y >= 0 && x < width && y < height)
            let pixel = unsafe bytes + (y * width + x) * 4
            for channel in 0..<4 { unsafe pixel[channel] = newValue[channel] }
        }
    }
}
