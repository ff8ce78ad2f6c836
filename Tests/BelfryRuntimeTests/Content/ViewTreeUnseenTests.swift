// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryWire
import Testing

@testable import BelfryRuntime

@Suite struct ViewTreeUnseenTests {
    private static let root = ViewTree.root

    /// A card of 300 × 100 points with one label in a plain view of 100 × 50 at 10, 10.
    private static func tree(label: ViewFrame, _ more: [ViewPatch] = []) throws -> ViewTree {
        var tree = ViewTree()
        try tree.apply(
            [
                .frame(root, ViewFrame(width: 300, height: 100)),
                .create(2, .plain), .create(3, .label), .children(root, [2]), .children(2, [3]),
                .frame(2, ViewFrame(x: 10, y: 10, width: 100, height: 50)),
                .frame(3, label), .text(3, .text, "Dinner"),
            ] + more
        )
        return tree
    }

    @Test(arguments: [
        ViewFrame(x: 0, y: 0, width: 60, height: 20),
        ViewFrame(x: 90, y: 40, width: 60, height: 20),
    ])
    func `a label in its parent is seen, one that sticks out too`(_ frame: ViewFrame) throws {
        let tree = try Self.tree(label: frame)
        #expect(tree.unseenTexts.isEmpty)
    }

    @Test func `a label outside a parent that does not clip is named with both places`() throws {
        let tree = try Self.tree(label: ViewFrame(x: 120, y: 0, width: 60, height: 20))
        #expect(
            tree.unseenTexts.map(\.sentence) == [
                #"the label view with the text "Dinner" lies outside of the view that it is in: "#
                    + "60 × 20 points at 130, 10, in 100 × 50 points at 10, 10"
            ]
        )
    }

    @Test func `a label in a parent that was given no size is named`() throws {
        let tree = try Self.tree(
            label: ViewFrame(x: 0, y: 0, width: 60, height: 20),
            [.frame(2, ViewFrame(x: 10, y: 10))]
        )
        #expect(tree.unseenTexts.count == 1)
        #expect(tree.unseenTexts.first?.sentence.hasSuffix("in 0 × 0 points at 10, 10") == true)
    }

    @Test func `a label without an area is named with its frame`() throws {
        let tree = try Self.tree(label: ViewFrame(x: 16, y: 16, width: -32, height: 88))
        #expect(
            tree.unseenTexts.map(\.sentence) == [
                #"the label view with the text "Dinner" has no area: -32 × 88 points at 26, 26"#
            ]
        )
    }

    @Test(arguments: [
        ViewFrame(x: -200, y: 0, width: 60, height: 20),
        ViewFrame(x: 0, y: 95, width: 60, height: 20),
    ])
    func `a label outside of the card is named`(_ frame: ViewFrame) throws {
        let sentences = try Self.tree(label: frame).unseenTexts.map(\.sentence)
        #expect(sentences.count == 1)
        #expect(sentences.first?.contains("outside of what is shown") == true)
    }

    @Test func `a view that clips hides what lies outside of it`() throws {
        let tree = try Self.tree(
            label: ViewFrame(x: 120, y: 0, width: 60, height: 20),
            [.integer(2, .clips, 1)]
        )
        #expect(tree.unseenTexts.count == 1)
    }

    @Test(arguments: [
        [ViewPatch.integer(3, .isHidden, 1)], [.integer(2, .isHidden, 1)],
        [.real(2, .alpha, 0)], [.text(3, .text, "")], [.children(2, [])],
    ])
    func `what its author does not show is left out`(_ patches: [ViewPatch]) throws {
        let tree = try Self.tree(label: ViewFrame(), patches)
        #expect(tree.unseenTexts.isEmpty)
    }
}
