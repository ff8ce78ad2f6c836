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

    @Test func `a label in the card is seen, outside its parent too`() throws {
        let inside = try Self.tree(label: ViewFrame(x: 0, y: 0, width: 60, height: 20))
        #expect(inside.unseenTexts.isEmpty)
        let beside = try Self.tree(label: ViewFrame(x: 120, y: 0, width: 60, height: 20))
        #expect(beside.unseenTexts.isEmpty)
    }

    @Test func `a label without an area is named with its frame`() throws {
        let tree = try Self.tree(label: ViewFrame(x: 16, y: 16, width: -32, height: 88))
        #expect(
            tree.unseenTexts == [
                #"the label view with the text "Dinner" has no area: -32 × 88 points at 26, 26"#
            ]
        )
    }

    @Test(arguments: [
        ViewFrame(x: -200, y: 0, width: 60, height: 20),
        ViewFrame(x: 0, y: 95, width: 60, height: 20),
    ])
    func `a label outside of the card is named`(_ frame: ViewFrame) throws {
        let sentences = try Self.tree(label: frame).unseenTexts
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
