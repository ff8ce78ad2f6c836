// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension LayoutFont {
    /// The height of a line: 1.2 times the font's size, as the page has it.
    package var lineHeight: Double { (boundedSize * 1.2).roundedUpToHalf }

    /// How far the baseline is from the line's upper edge: what is between a line's height and that
    /// of Helvetica's letters (0.905 above and 0.212 below) goes half above them.
    package var baseline: Double { (boundedSize * (0.905 + (1.2 - 1.117) / 2)).roundedUpToHalf }

    var isBold: Bool { weight >= 600 }

    /// Its size, whatever it was set to.
    var boundedSize: Double { size.isFinite ? min(max(size, 0), 1000) : 0 }
}

extension Double {
    /// The next multiple of a half that is not below it.
    ///
    /// What is above one by less than a thousandth is that one: sums of widths are not exact.
    /// Nothing here asks libm, which not every program has that layout is in.
    var roundedUpToHalf: Double {
        let halves = self * 2 - 0.002
        guard abs(halves) < 1e15 else { return self }
        let whole = Double(Int(halves))
        return (whole < halves ? whole + 1 : whole) / 2
    }
}
