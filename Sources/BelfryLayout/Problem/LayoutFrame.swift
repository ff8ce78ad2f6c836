// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Where a view is in its parent, in points.
package struct LayoutFrame: Equatable, Sendable {
    package var x: Double
    package var y: Double
    package var width: Double
    package var height: Double

    package init(x: Double = 0, y: Double = 0, width: Double = 0, height: Double = 0) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    package var size: LayoutSize { LayoutSize(width: width, height: height) }
}

/// How large something is, in points.
package struct LayoutSize: Equatable, Sendable {
    package var width: Double
    package var height: Double

    package init(width: Double = 0, height: Double = 0) {
        self.width = width
        self.height = height
    }
}

/// How far something is from the edges around it, in points.
package struct LayoutInsets: Equatable, Sendable {
    package var top: Double
    package var left: Double
    package var bottom: Double
    package var right: Double

    package init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
        self.top = top
        self.left = left
        self.bottom = bottom
        self.right = right
    }

    package init(all distance: Double) {
        self.init(top: distance, left: distance, bottom: distance, right: distance)
    }
}
