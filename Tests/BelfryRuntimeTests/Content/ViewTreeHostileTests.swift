// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryRandom
import BelfryWire
import Testing

@testable import BelfryRuntime

/// Whatever is said of views, what is accepted is a tree.
@Suite struct ViewTreeHostileTests {
    /// Something that a liar could say; more often than not of views that there are.
    private static func patch(
        of tree: ViewTree,
        _ generator: inout SeededGenerator
    ) -> ViewPatch {
        let view = UInt32.random(in: 1...tree.lastNumber, using: &generator)
        let other = UInt32.random(in: 0...12, using: &generator)
        switch Int.random(in: 0..<10, using: &generator) {
        case 0...2: return .create(tree.lastNumber + 1, .label)
        case 3: return .remove(view)
        case 4...6:
            let count = Int.random(in: 0...3, using: &generator)
            let children = (0..<count).map { _ in
                1 + UInt32.random(in: 1...tree.lastNumber, using: &generator)
            }
            return .children(view, children)
        case 7: return .text(view, .text, String(repeating: "é", count: Int(other)))
        case 8: return .runs(view, [TextRun(start: other, count: 2)])
        default: return .image(view, ViewImage(source: .file, name: "\(other)"))
        }
    }

    @Test func `what is accepted is a tree, with its texts counted right`() throws {
        var generator = SeededGenerator(seed: 5)
        var acceptedCount = 0
        for _ in 0..<2000 {
            var tree = ViewTree()
            for _ in 0..<40 {
                let patches = (0..<2).map { _ in Self.patch(of: tree, &generator) }
                var next = tree
                guard (try? next.apply(patches)) != nil else { continue }
                tree = next
                acceptedCount += 1
                try Self.check(tree)
            }
        }
        #expect(acceptedCount > 1000)
    }

    private static func check(_ tree: ViewTree) throws {
        var placed: Set<UInt32> = []
        var byteCount = 0
        for node in tree.nodes.values {
            byteCount += node.texts.values.reduce(0) { $0 + $1.utf8.count }
            byteCount += node.image?.name.utf8.count ?? 0
            for child in node.children {
                try #require(placed.insert(child).inserted)
                try #require(tree.nodes[child]?.parent == node.number)
            }
            var step = node
            var depth = 1
            while let parent = step.parent {
                step = try #require(tree.nodes[parent])
                depth += 1
                try #require(depth <= ViewLimit.depth)
            }
        }
        try #require(!placed.contains(ViewTree.root))
        try #require(placed.count == tree.nodes.values.count { $0.parent != nil })
        try #require(byteCount == tree.textByteCount)
    }

    /// A list of views in each other, moved about: what a frame costs grows with its length alone.
    @Test(.timeLimit(.minutes(1)))
    func `views that are moved one by one take no more time than their words`() throws {
        var tree = ViewTree()
        let views = Array(UInt32(2)...1000)
        try tree.apply(views.map { .create($0, .plain) } + [.children(1, views)])
        let moves = [UInt32(2), 3, 2, 3].flatMap { parent in
            views.dropFirst(2).map { ViewPatch.children(parent, [$0]) }
        }
        for _ in 0..<15 { try tree.apply(moves) }
        #expect(tree.nodes[3]?.children == [1000])
        #expect(tree.nodes[1]?.children == [2, 3])
    }
}
