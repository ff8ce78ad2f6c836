// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension FixedWidthInteger {
    /// The nearest value to a number of any size; 0 for what is not a number.
    ///
    /// The usual conversion ends the process for a number that does not fit, and what a report or a
    /// manifest says may be any number.
    package init(saturating value: Double) {
        if value.isNaN {
            self = 0
        } else if let exact = Self(exactly: value.rounded(.towardZero)) {
            self = exact
        } else {
            self = value < 0 ? .min : .max
        }
    }

    /// The sum, or the greatest value where the sum is beyond it.
    package func addingSaturated(_ other: Self) -> Self {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other < 0 ? .min : .max) : sum
    }

    /// The product, or the greatest value where the product is beyond it.
    package func multipliedSaturated(by other: Self) -> Self {
        let (product, overflow) = multipliedReportingOverflow(by: other)
        return overflow ? ((self < 0) == (other < 0) ? .max : .min) : product
    }
}

extension Sequence where Element: FixedWidthInteger {
    /// The sum of all, which stays at the greatest value once it is beyond it.
    package var saturatedSum: Element { reduce(0) { $0.addingSaturated($1) } }
}
