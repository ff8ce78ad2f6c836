// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@testable internal import BelfryRuntime
internal import BelfryWire

extension FuzzTarget {
    /// What a content extension's worker says of its views.
    ///
    /// A tree that is accepted is one: each view is in at most one other, there is a way up from it
    /// that ends, and the texts are counted right. It is the same in one frame or a patch at a time,
    /// but for what only the end of a frame shows.
    static let viewTree = FuzzTarget(
        "view-tree",
        byteLimit: 8192,
        seeds: { viewFrames.map { WorkerEvent.content($0).frame } },
        check: { bytes in
            guard case .content(.frame(let patches, _)) = try? WorkerEvent(frame: bytes) else {
                return
            }
            var tree = ViewTree()
            guard (try? tree.apply(patches)) != nil else { return }
            try check(tree)
            var slow = ViewTree()
            for patch in patches where (try? slow.apply([patch])) == nil { return }
            try holdEqual(slow, tree, "a tree depends on where its frames end")
        }
    )

    private static func check(_ tree: ViewTree) throws(BrokenProperty) {
        try hold(tree.nodes.count <= ViewLimit.viewCount, "there are \(tree.nodes.count) views")
        try hold(tree.nodes[ViewTree.root]?.parent == nil, "the root is in another view")
        var byteCount = 0
        var placedCount = 0
        for node in tree.nodes.values {
            byteCount += node.texts.keys.reduce(node.imageNameByteCount) {
                $0 + node.byteCount(of: $1)
            }
            placedCount += node.parent == nil ? 0 : 1
            for child in node.children {
                try holdEqual(tree.nodes[child]?.parent, node.number, "view \(child) is elsewhere")
            }
            var step: ViewTree.Node? = node
            var depth = 0
            while let parent = step?.parent {
                step = tree.nodes[parent]
                depth += 1
                try hold(depth < ViewLimit.depth, "view \(node.number) is too deep")
            }
        }
        try holdEqual(byteCount, tree.textByteCount, "texts are counted wrong")
        let childCount = tree.nodes.values.reduce(0) { $0 + $1.children.count }
        try holdEqual(childCount, placedCount, "a view is in a parent that does not have it")
    }

    private static var viewFrames: [ContentEvent] {
        let views = ViewKind.allCases.enumerated().map { ViewPatch.create(UInt32($0 + 2), $1) }
        let places: [ViewPatch] = [
            .children(1, [2, 3, 5]), .children(5, [4, 6, 7]), .children(2, [5]), .children(5, [4]),
        ]
        var properties: [ViewPatch] = [
            .frame(2, ViewFrame(x: 1, y: 2, width: 3, height: 4)), .transform(2, ViewTransform()),
            .text(3, .text, "aé☃"), .runs(3, [TextRun(start: 1, count: 2, flags: 1)]),
            .image(4, ViewImage(source: .resource, name: "a.png")), .image(4, nil),
            .events(6, ViewEvent.tap.bit), .clear(3, .text),
        ]
        for key in ViewKey.allCases where !key.isOfLayout {
            if let range = key.integerRange {
                properties.append(.integer(2, key, range.lowerBound))
            }
            if let range = key.realRange { properties.append(.real(2, key, range.upperBound)) }
        }
        return [
            .frame(patches: views + places + properties, isLast: true),
            .frame(patches: views + [.remove(5), .children(3, [4]), .remove(3)], isLast: false),
        ]
    }
}
