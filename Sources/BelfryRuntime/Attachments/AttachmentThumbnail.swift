// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// How an attachment's thumbnail is to be made (P99 to P101).
package struct AttachmentThumbnail: Equatable, Sendable {
    /// Whether there is to be none.
    package var isHidden: Bool

    /// The part of the image to show; nil for all of it.
    package var clipping: Clipping?

    /// The frame to show: its number in an animated image, its time in seconds in a movie.
    package var time: Double?

    package init(isHidden: Bool = false, clipping: Clipping? = nil, time: Double? = nil) {
        self.isHidden = isHidden
        self.clipping = clipping
        self.time = time
    }

    /// Whether all numbers in it are ones that a picture can have.
    package var isValid: Bool {
        let isTimeValid = time.map { $0.isFinite && $0 >= 0 } ?? true
        return isTimeValid && clipping?.isValid ?? true
    }

    /// A rectangle in the unit square, from its upper left corner.
    package struct Clipping: Equatable, Sendable {
        package var x: Double
        package var y: Double
        package var width: Double
        package var height: Double

        package init(x: Double, y: Double, width: Double, height: Double) {
            self.x = x
            self.y = y
            self.width = width
            self.height = height
        }

        /// Whether it lies in the unit square and shows something.
        ///
        /// Not a number compares as false, and so is invalid.
        package var isValid: Bool {
            // Thirds and tenths do not add up to exactly 1.
            let limit = 1 + 1e-9
            return x >= 0 && y >= 0 && width > 0 && height > 0
                && x + width <= limit && y + height <= limit
        }
    }
}
