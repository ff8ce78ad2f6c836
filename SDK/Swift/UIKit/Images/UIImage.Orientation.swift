// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension UIImage {
    /// How pixels have to be turned to be upright.
    public enum Orientation: Int, Sendable {
        /// Not at all.
        case up = 0
        /// By half a turn.
        case down = 1
        /// A quarter turn to the left.
        case left = 2
        /// A quarter turn to the right.
        case right = 3
        /// Mirrored left to right.
        case upMirrored = 4
        /// Mirrored top to bottom.
        case downMirrored = 5
        /// Mirrored, and a quarter turn to the left.
        case leftMirrored = 6
        /// Mirrored, and a quarter turn to the right.
        case rightMirrored = 7

        /// Whether rows become columns.
        var isTurned: Bool {
            switch self {
            case .left, .right, .leftMirrored, .rightMirrored: true
            case .up, .down, .upMirrored, .downMirrored: false
            }
        }

        /// The orientation by EXIF's number.
        init(exif: Int) {
            self = Self.byEXIF[min(max(exif, 1), 8) - 1]
        }

        /// EXIF's number of the orientation.
        var exif: Int { (Self.byEXIF.firstIndex(of: self) ?? 0) + 1 }

        private static let byEXIF: [Self] = [
            .up, .upMirrored, .down, .downMirrored, .leftMirrored, .right, .rightMirrored, .left,
        ]
    }

    /// Whether a picture is a shape to be tinted.
    ///
    /// A content extension's views show it so.
    public enum RenderingMode: Int, Sendable {
        /// As whoever shows it likes.
        case automatic = 0
        /// As it is.
        case alwaysOriginal = 1
        /// As a shape.
        case alwaysTemplate = 2
    }
}
