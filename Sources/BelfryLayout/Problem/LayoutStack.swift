// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// How a stack lays out its arranged views: `UIStackView`.
package struct LayoutStack: Equatable, Sendable {
    /// Which way the views follow each other.
    package enum Axis: Int, Sendable {
        case horizontal = 0
        case vertical = 1
    }

    /// How the views share the length of the stack, with the numbers of `belfry/view.h`.
    package enum Distribution: Int, CaseIterable, Sendable {
        case fill = 0
        case fillEqually = 1
        case fillProportionally = 2
        case equalSpacing = 3
        case equalCentering = 4
    }

    /// Where the views are across the stack, with the numbers of `belfry/view.h`.
    ///
    /// Baselines are those of a horizontal stack; in a vertical one they are `leading`.
    package enum Alignment: Int, CaseIterable, Sendable {
        case fill = 0
        case leading = 1
        case firstBaseline = 2
        case center = 3
        case trailing = 4
        case lastBaseline = 5
    }

    /// Which way the views follow each other.
    package var axis: Axis

    /// How they share its length.
    package var distribution: Distribution

    /// Where they are across it.
    package var alignment: Alignment

    /// The space between views, where `customSpacings` has no other for the one before it.
    package var spacing: Double
    package var customSpacings: [UInt32: Double] = [:]

    /// The views laid out, in order: what is no child of the stack is passed over.
    package var arranged: [UInt32]

    /// Whether the views stay within the stack's layout margins.
    package var areMarginsRelative = false

    package init(
        axis: Axis = .horizontal,
        distribution: Distribution = .fill,
        alignment: Alignment = .fill,
        spacing: Double = 0,
        arranged: [UInt32] = []
    ) {
        self.axis = axis
        self.distribution = distribution
        self.alignment = alignment
        self.spacing = spacing
        self.arranged = arranged
    }
}
