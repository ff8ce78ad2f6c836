// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryWire

/// How large something is, in points.
package struct LayoutSize: Equatable, Sendable {
    package var width: Double
    package var height: Double

    package init(width: Double = 0, height: Double = 0) {
        self.width = width
        self.height = height
    }
}

extension ViewFrame {
    /// How large the view is.
    package var size: LayoutSize { LayoutSize(width: width, height: height) }
}
