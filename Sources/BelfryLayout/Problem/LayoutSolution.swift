// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryWire

/// Where views are to be.
package struct LayoutSolution: Equatable, Sendable {
    /// The frames of all views from the root on, in their parents.
    package var frames: [UInt32: ViewFrame] = [:]

    /// The root's height.
    package var height = 0.0

    /// What must hold and does not, for the log.
    package var conflicts: [LayoutConflict] = []

    package init() {}
}

/// A required constraint that was let go of, since it cannot hold beside the others.
package struct LayoutConflict: Equatable, Sendable {
    /// Its place in `LayoutProblem.constraints`; nil for one that a stack has of itself.
    package var constraint: Int?

    /// Its first view; the stack.
    package var view: UInt32

    /// The places of required constraints that it cannot hold beside, as far as they are known.
    package var others: [Int] = []

    /// What is wrong, and what was done about it.
    package var message: String

    package init(constraint: Int?, view: UInt32, others: [Int] = [], message: String) {
        self.constraint = constraint
        self.view = view
        self.others = others
        self.message = message
    }
}
