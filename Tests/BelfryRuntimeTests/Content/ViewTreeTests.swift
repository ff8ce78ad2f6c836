// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryWire
import Testing

@testable import BelfryRuntime

@Suite struct ViewTreeTests {
    private static let root = ViewTree.root

    /// A tree with views of these kinds, from number 2 on, all in the root.
    private static func tree(_ kinds: ViewKind...) throws -> ViewTree {
        var tree = ViewTree()
        let views = kinds.indices.map { UInt32($0 + 2) }
        try tree.apply(
            zip(views, kinds).map { .create($0, $1) } + [.children(root, views)]
        )
        return tree
    }

    private static func fault(_ patches: [ViewPatch], in tree: ViewTree) -> ViewFault? {
        var tree = tree
        do throws(ViewFault) {
            try tree.apply(patches)
            return nil
        } catch {
            return error
        }
    }

    @Test func `views are made, placed, moved and removed`() throws {
        var tree = try Self.tree(.plain, .plain, .label)
        #expect(tree.nodes[Self.root]?.children == [2, 3, 4])
        try tree.apply([.children(2, [4])])
        #expect(tree.nodes[Self.root]?.children == [2, 3])
        #expect(tree.nodes[4]?.parent == 2)
        try tree.apply([.children(2, []), .children(3, [4])])
        #expect(tree.nodes[2]?.children == [])
        #expect(tree.nodes[3]?.children == [4])
        try tree.apply([.remove(3)])
        #expect(tree.nodes[Self.root]?.children == [2])
        #expect(tree.nodes[4]?.parent == nil)
        #expect(tree.nodes[3] == nil)
    }

    @Test func `a view that goes to and fro in one frame is where it was put last`() throws {
        var tree = try Self.tree(.plain, .plain, .label)
        try tree.apply([
            .children(2, [4]), .children(3, [4]), .children(2, [4]), .children(3, []),
        ])
        #expect(tree.nodes[2]?.children == [4])
        #expect(tree.nodes[3]?.children == [])
        #expect(tree.nodes[Self.root]?.children == [2, 3])
    }

    @Test func `properties are set and unset`() throws {
        var tree = try Self.tree(.label)
        var image = ViewImage(source: .resource, name: "a.png")
        try tree.apply([
            .frame(2, ViewFrame(x: 1, y: 2, width: 3, height: 4)), .text(2, .text, "h\u{e9}llo"),
            .runs(2, [TextRun(start: 0, count: 1), TextRun(start: 1, count: 2, flags: 0xff)]),
            .integer(2, .lineCount, 2), .real(2, .alpha, 0.5), .image(2, image),
            .events(2, ViewEvent.tap.bit),
        ])
        let node = try #require(tree.nodes[2])
        #expect(node.frame.height == 4)
        #expect(node.texts[.text] == "h\u{e9}llo")
        #expect(node.runs.map(\.count) == [1, 2])
        // What is no look is left out.
        #expect(node.runs.last?.flags == 0xf)
        #expect(node.integers[.lineCount] == 2)
        #expect(node.image == image)
        #expect(tree.textByteCount == 11)
        image.name = "longer.png"
        try tree.apply([.image(2, image), .clear(2, .alpha), .text(2, .text, "x")])
        #expect(tree.nodes[2]?.reals.isEmpty == true)
        #expect(tree.nodes[2]?.runs == [])
        #expect(tree.textByteCount == 11)
        try tree.apply([.image(2, nil), .clear(2, .text)])
        #expect(tree.textByteCount == 0)
    }

    @Test(arguments: [
        [ViewPatch.create(2, .label)], [.create(1, .plain)], [.remove(1)], [.remove(9)],
        [.children(9, [])], [.children(1, [9])], [.children(2, [2])], [.children(1, [2, 2])],
        [.children(2, [1])], [.children(2, [3]), .children(3, [2])],
        [.remove(3), .create(3, .label)], [.frame(9, ViewFrame())], [.text(9, .text, "")],
        [.integer(2, .axis, 1)], [.integer(2, .lineCount, -1)], [.integer(2, .alpha, 1)],
        [.real(2, .spacing, 1)], [.real(2, .alpha, .nan)], [.real(2, .alpha, 2)],
        [.text(2, .alpha, "")], [.clear(2, .axis)], [.events(2, 1)], [.events(2, 1 << 20)],
        [.runs(9, [])], [.runs(2, [TextRun(start: 0, count: 1)])],
        [.text(2, .text, "é"), .runs(2, [TextRun(start: 0, count: 1)])],
        [.text(2, .text, "é"), .runs(2, [TextRun(start: 1, count: 1)])],
        [.text(2, .text, "ab"), .runs(2, [TextRun(start: 0, count: 0)])],
        [
            .text(2, .text, "abc"),
            .runs(2, [TextRun(start: 1, count: 2), TextRun(start: 2, count: 1)]),
        ],
        [.text(2, .text, "abc"), .runs(2, [TextRun(start: .max, count: .max)])],
    ])
    func `what cannot be is a fault of form`(patches: [ViewPatch]) throws {
        let tree = try Self.tree(.plain, .plain)
        #expect(Self.fault(patches, in: tree)?.kind == .form)
    }

    @Test func `what is too much is a fault of size`() throws {
        let tree = try Self.tree(.label)
        let views = (UInt32(3)...).prefix(ViewLimit.viewCount)
        #expect(Self.fault(views.map { .create($0, .plain) }, in: tree)?.kind == .size)
        #expect(Self.fault(views.dropLast(2).map { .create($0, .plain) }, in: tree) == nil)

        let chain = Array((UInt32(3)...).prefix(ViewLimit.depth))
        let nested: [ViewPatch] =
            chain.map { .create($0, .plain) }
            + zip([2] + chain, chain).map { .children($0, [$1]) }
        #expect(Self.fault(nested, in: tree)?.kind == .size)
        #expect(Self.fault(nested.dropLast(2), in: tree) == nil)

        let long = String(repeating: "x", count: ViewLimit.singleTextByteCount + 1)
        #expect(Self.fault([.text(2, .text, long)], in: tree)?.kind == .size)
        let most = String(long.dropLast())
        let full: [ViewPatch] = [.text(2, .text, most), .text(2, .placeholder, most)]
        #expect(Self.fault(full, in: tree) == nil)
        #expect(Self.fault(full + [.text(2, .fontFamily, "x")], in: tree)?.kind == .size)

        let name = String(repeating: "x", count: ViewLimit.nameByteCount + 1)
        let image = ViewImage(source: .file, name: name)
        #expect(Self.fault([.image(2, image)], in: tree)?.kind == .size)
        let runs = (0...ViewLimit.runCount).map { TextRun(start: UInt32($0), count: 1) }
        let text = ViewPatch.text(2, .text, String(long.prefix(1000)))
        #expect(Self.fault([text, .runs(2, runs)], in: tree)?.kind == .size)
        #expect(Self.fault([text, .runs(2, runs.dropLast())], in: tree) == nil)
    }

    /// Swift sorts the marks of a letter to compare it: 32,000 of them take it seconds.
    @Test func `divides rows of marks in every text, and leaves runs where they were`() throws {
        var tree = try Self.tree(.label)
        let marks = String(repeating: "\u{301}\u{316}", count: 300)
        let text = "ab" + marks + "cd"
        // The first letter, the second with half of its marks, the other half, and the last letter.
        let places: [(start: Int, count: Int)] = [(0, 1), (1, 601), (602, 600), (1203, 1)]
        let runs = places.map { TextRun(start: UInt32($0.start), count: UInt32($0.count)) }
        let keys: [ViewKey] = [.text, .placeholder, .accessibilityLabel]
        try tree.apply(keys.map { .text(2, $0, text) } + [.runs(2, runs)])
        let node = try #require(tree.nodes[2])
        for key in keys {
            let scalars = try #require(node.texts[key]).unicodeScalars
            #expect(scalars.split(separator: "\u{34F}").map(\.count) == [258, 256, 90], "\(key)")
        }
        // The joiners are the host's, and count for nothing.
        #expect(tree.textByteCount == 3 * text.utf8.count)
        let found = node.runs.map { run in
            let bytes = Array((node.texts[.text] ?? "").utf8)
            let part = bytes[Int(run.start)..<Int(run.start + run.count)]
            return String(decoding: part, as: UTF8.self).unicodeScalars.filter { $0 != "\u{34F}" }
        }
        let expected = places.map { place in
            let part = Array(text.utf8)[place.start..<place.start + place.count]
            return String(decoding: part, as: UTF8.self).unicodeScalars
        }
        #expect(found.map(Array.init) == expected.map(Array.init))
        let behind = TextRun(start: UInt32(text.utf8.count), count: 2)
        #expect(Self.fault([.runs(2, [behind])], in: tree)?.kind == .form)
        #expect(Self.fault([.runs(2, [TextRun(start: 3, count: 2)])], in: tree)?.kind == .form)
    }

    @Test func `counts a picture's name once, however often it is set`() throws {
        var tree = try Self.tree(.image)
        let name = String(repeating: "\u{301}", count: 2000)
        for _ in 1...3 {
            try tree.apply([.image(2, ViewImage(source: .file, name: name))])
            #expect(tree.textByteCount == name.utf8.count)
        }
        try tree.apply([.remove(2)])
        #expect(tree.textByteCount == 0)
    }

    @Test func `a removed view takes its text along`() throws {
        var tree = try Self.tree(.label)
        try tree.apply([.text(2, .text, "some")])
        try tree.apply([.remove(2)])
        #expect(tree.textByteCount == 0)
    }
}
