// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryWire
import Testing

@testable import BelfryRuntime

@Suite struct IncomingFrameTests {
    private static let root = ViewTree.root

    @Test func `a frame in parts is nothing before its last one`() throws {
        var tree = ViewTree()
        var frame = IncomingFrame()
        try frame.take([.create(2, .label), .create(3, .image)], isLast: false, into: &tree)
        try frame.take([.children(Self.root, [2, 3])], isLast: false, into: &tree)
        #expect(tree == ViewTree())
        try frame.take([.text(2, .text, "done")], isLast: true, into: &tree)
        #expect(tree.nodes[Self.root]?.children == [2, 3])
        #expect(tree.nodes[2]?.texts[.text] == "done")
        #expect(tree.partial == ViewTree.Partial())
    }

    @Test func `it says whose pictures are others, each once`() throws {
        var tree = ViewTree()
        var frame = IncomingFrame()
        let image = ViewImage(source: .resource, name: "a.png")
        let create = (2...5).map { ViewPatch.create($0, .image) }
        try frame.take(create + [.image(3, image)], isLast: false, into: &tree)
        let more: [ViewPatch] = [.image(2, image), .image(3, image), .image(4, nil)]
        try frame.take(more, isLast: true, into: &tree)
        #expect(frame.pictured == [3, 2])
    }

    @Test func `a picture that is read meanwhile is not lost`() throws {
        var tree = ViewTree()
        let image = ViewImage(source: .resource, name: "a.png")
        let other = ViewImage(source: .resource, name: "b.png")
        let create: [ViewPatch] = [.create(2, .image), .create(3, .image)]
        try tree.apply(create + [.image(2, image), .image(3, image)])
        var frame = IncomingFrame()
        try frame.take([.image(3, other)], isLast: false, into: &tree)
        for view: UInt32 in [2, 3] { frame.setPicture("p", of: image, in: view) }
        try frame.take([], isLast: true, into: &tree)
        #expect(tree.nodes[2]?.picture == "p")
        #expect(tree.nodes[3]?.picture == nil)
    }

    @Test func `what is put into lists again and again has an end, in parts too`() throws {
        var tree = ViewTree()
        let views = (2...1000).map { UInt32($0) }
        try tree.apply(views.map { .create($0, .plain) })
        var frame = IncomingFrame()
        for _ in 0..<4 {
            try frame.take([.children(Self.root, views)], isLast: false, into: &tree)
        }
        #expect(throws: ViewFault.self) {
            for _ in 0..<5 {
                try frame.take([.children(Self.root, views)], isLast: false, into: &tree)
            }
        }
    }

    @Test func `what is made and taken away again and again has an end`() throws {
        var tree = ViewTree()
        var frame = IncomingFrame()
        var next: UInt32 = 2
        #expect(throws: ViewFault.self) {
            for _ in 0..<2000 {
                try frame.take([.create(next, .plain), .remove(next)], isLast: false, into: &tree)
                next += 1
            }
        }
        #expect(next == 2 + UInt32(ViewLimit.viewCount))
    }

    @Test func `what the user did is put back`() throws {
        var tree = ViewTree()
        try tree.apply([
            .create(2, .slider), .create(3, .switch), .create(4, .textField), .create(5, .label),
            .children(Self.root, [2, 3, 4, 5]), .integer(4, .isEnabled, 1), .text(4, .text, "ab"),
        ])
        tree.keep(.real(30), of: 2)
        tree.keep(.bool(true), of: 3)
        tree.keep(.text("abc"), of: 4)
        tree.keep(.text("no"), of: 5)
        tree.keep(.text("gone"), of: 6)
        #expect(tree.nodes[2]?.reals[.value] == 30)
        #expect(tree.nodes[3]?.integers[.isOn] == 1)
        #expect(tree.nodes[4]?.texts[.text] == "abc")
        #expect(tree.nodes[5]?.texts[.text] == nil)
        #expect(tree.textByteCount == 3)
    }
}
