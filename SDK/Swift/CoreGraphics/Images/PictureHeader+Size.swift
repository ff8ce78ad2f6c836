// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension PictureHeader {
    /// The size, scaled down until neither side is longer than a number of pixels.
    package func size(longestSide: Int?) -> (width: Int, height: Int) {
        Self.size(width: width, height: height, longestSide: longestSide)
    }

    /// A size, scaled down until neither side is longer than a number of pixels.
    package static func size(
        width: Int,
        height: Int,
        longestSide: Int?
    ) -> (width: Int, height: Int) {
        let longest = max(width, height)
        guard let longestSide, longestSide > 0, longestSide < longest else {
            return (width, height)
        }
        return (
            max((width * longestSide + longest / 2) / longest, 1),
            max((height * longestSide + longest / 2) / longest, 1)
        )
    }
}
