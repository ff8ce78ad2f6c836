// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// How far something is from the edges around it, in points.
package struct LayoutInsets: Equatable, Sendable {
    package var top: Double
    package var left: Double
    package var bottom: Double

    /// On the right, in points as the others.
    package var right: Double

    package init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
        self.top = top
        self.left = left
        self.bottom = bottom
        self.right = right
    }

    /// The same distance on all four sides, in points.
    package init(all distance: Double) {
        self.init(top: distance, left: distance, bottom: distance, right: distance)
    }
}
