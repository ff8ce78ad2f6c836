// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// A picture as notification servers take it: rows from the top, four bytes a pixel, without padding.
///
/// The bytes are red, green, blue and alpha, the colours not multiplied by alpha.
package struct DesktopPicture: Equatable, Sendable {
    /// In pixels.
    package let width: Int
    /// In pixels.
    package let height: Int
    /// All rows.
    package let pixels: [UInt8]

    /// Longest side: larger ones are scaled down before, since servers draw them small and a message
    /// of the bus holds all of it.
    package static let sideLimit = 256

    /// A picture; nil where the sides and the bytes do not agree.
    package init?(width: Int, height: Int, pixels: [UInt8]) {
        let sides = 1...Self.sideLimit
        guard sides.contains(width), sides.contains(height), pixels.count == width * height * 4
        else { return nil }
        self.width = width
        self.height = height
        self.pixels = pixels
    }
}
