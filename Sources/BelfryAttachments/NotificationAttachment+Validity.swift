// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel

extension NotificationAttachment.Options {
    /// Whether all numbers in them are ones that a picture can have.
    package var isValid: Bool {
        let isTimeValid = thumbnailTime.map { $0.isFinite && $0 >= 0 } ?? true
        return isTimeValid && thumbnailClippingRect?.isValid ?? true
    }
}

extension NotificationAttachment.ClippingRect {
    /// Whether it lies in the unit square and shows something.
    ///
    /// Not a number compares as false, and so is invalid.
    fileprivate var isValid: Bool {
        // Thirds and tenths do not add up to exactly 1.
        let limit = 1 + 1e-9
        return x >= 0 && y >= 0 && width > 0 && height > 0
            && x + width <= limit && y + height <= limit
    }
}
