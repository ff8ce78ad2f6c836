// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Views that are to be laid out, as UIKit would: by constraints, stacks, autoresizing and content.
///
/// Every problem has a solution, found in bounded time: unknown ids, cycles and numbers that are not
/// finite are passed over. Equal problems have equal solutions, to the bit.
package struct LayoutProblem: Equatable, Sendable {
    /// The views, by numbers of the caller's: those not below `root` are left alone.
    package var nodes: [UInt32: LayoutNode]

    /// What has to hold between the views; one that names a view that is not there is left out.
    package var constraints: [LayoutConstraint]

    /// The view that all others are in; its origin is 0, 0.
    package var root: UInt32

    /// The root's width.
    package var width: Double

    /// The root's height; nil for what constraints want, and for the height of its frame where they
    /// do not say.
    package var height: Double?

    package init(
        nodes: [UInt32: LayoutNode],
        constraints: [LayoutConstraint] = [],
        root: UInt32,
        width: Double,
        height: Double? = nil
    ) {
        self.nodes = nodes
        self.constraints = constraints
        self.root = root
        self.width = width
        self.height = height
    }
}
