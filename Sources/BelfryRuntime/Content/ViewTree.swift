// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryWire

/// The views of a content extension as the host knows them: what was said of them, checked.
package struct ViewTree: Sendable, Equatable {
    /// One view.
    package struct Node: Sendable, Equatable {
        package let number: UInt32
        package let kind: ViewKind
        package var parent: UInt32?
        /// Those in front last.
        package var children: [UInt32] = []
        package var frame = ViewFrame()
        package var texts: [ViewKey: String] = [:]
        package var integers: [ViewKey: Int64] = [:]

        /// What the extension has set besides texts and integers, by their keys.
        package var reals: [ViewKey: Double] = [:]

        /// The parts of its text that look different, in order and not overlapping.
        package var runs: [TextRun] = []

        /// The bytes of its texts as the extension wrote them in front of which the host has put joiners.
        var joints: [ViewKey: [Int]] = [:]

        /// Bytes of its picture's name as the extension wrote it.
        var imageNameByteCount = 0

        /// The picture that it shows; nil for none.
        package var image: ViewImage?
        /// The picture that ``image`` was when it was set, by which ``ContentStage/picture(_:)`` has it; nil
        /// where there is none, as for symbols and what cannot be read.
        package var picture: String?
        package var transform = ViewTransform()
        /// Events that it has handlers for: `ViewEvent.bit`.
        package var events: UInt32 = 0

        package init(number: UInt32, kind: ViewKind) {
            self.number = number
            self.kind = kind
        }

        /// Whether it stands for a page, which is drawn in it or not shown at all.
        package var showsPage: Bool { kind == .image && image?.source == .page }
    }

    /// The root's number.
    package static let root: UInt32 = 1

    /// Every view that there is, in the tree or not.
    package internal(set) var nodes: [UInt32: Node] = [
        ViewTree.root: Node(number: ViewTree.root, kind: .plain)
    ]

    /// The view that is shown with the keyboard, outside of the root; nil or 0 where there is none.
    var docked: UInt32?

    /// The number of the view that was made last.
    var lastNumber = ViewTree.root

    /// Bytes of all texts as the extension wrote them, pictures' names among them.
    var textByteCount = 0

    /// What the frame whose last part has not come has done so far.
    var partial = Partial()

    struct Partial: Equatable {
        var hasMoved = false
        var createdCount = 0
        /// Views in the lists that were given.
        var placedCount = 0
    }

    package init() {}
}
