// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// How a picture has to be turned to be upright, as EXIF numbers it.
public enum CGImagePropertyOrientation: UInt32, Sendable {
    /// Not at all.
    case up = 1
    /// Mirrored left to right.
    case upMirrored = 2
    /// By half a turn.
    case down = 3
    /// Mirrored top to bottom.
    case downMirrored = 4
    /// Mirrored, and a quarter turn to the left.
    case leftMirrored = 5
    /// A quarter turn to the right.
    case right = 6
    /// Mirrored, and a quarter turn to the right.
    case rightMirrored = 7
    /// A quarter turn to the left.
    case left = 8
}
