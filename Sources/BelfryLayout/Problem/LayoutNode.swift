// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryWire

/// A view, as far as layout looks at it.
package struct LayoutNode: Equatable, Sendable {
    /// The views in it: one that is in several is in the one met first, from the root.
    package var children: [UInt32] = []

    /// Where it is in its parent, as last laid out or as set by hand.
    package var frame = ViewFrame()

    /// The size that its parent had when `frame` was right; nil for the one that it is to have.
    package var previousParentSize: LayoutSize?

    /// Whether its frame follows from constraints alone, as those of arranged views always do.
    package var isConstrained = false

    /// Whether it is not shown: a stack leaves no space for it.
    package var isHidden = false

    /// What changes with the parent's size: `UIView.AutoresizingMask`.
    package var autoresizing = 0

    /// Its layout margins.
    package var margins = LayoutInsets(all: 8)

    /// What it shows, where that has a size of its own.
    package var content = LayoutContent.none

    /// The priorities of not being larger than its content, and of not being smaller.
    package var hugging = LayoutPriorities(horizontal: 250, vertical: 250)
    package var resistance = LayoutPriorities(horizontal: 750, vertical: 750)

    /// How it lays out views in it, when it is a stack.
    package var stack: LayoutStack?

    package init() {}
}

/// A priority for each direction, from 0 to 1000.
package struct LayoutPriorities: Equatable, Sendable {
    package var horizontal: Double
    package var vertical: Double

    package init(horizontal: Double, vertical: Double) {
        self.horizontal = horizontal
        self.vertical = vertical
    }
}
